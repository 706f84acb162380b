import { randomBytes } from "node:crypto";
import { LINK_LIFETIMES_MS, type LinkKind } from "#domain/accounts/account-link.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { StoredDocument, Transaction } from "#ports/documents.ts";
import type { Account, AccountLetters, AccountLink, LinkRefusal } from "#stores/account-types.ts";
import {
  ACCOUNTS_COLLECTION,
  type AccountStoreDependencies,
  type AccountWithIdentity,
  accountFromDocument,
  accountFromIdentity,
} from "./account-document.ts";
import {
  MAILS_COLLECTION,
  type MailKind,
  mailFromDocument,
  queryMailsOfCauses,
  queueLetters,
} from "./mail-document.ts";

/** @returns a new one-time link, and the fields to store in the account's document */
export async function newAccountLink(
  { fingerprintOf, now }: AccountStoreDependencies,
  kind: LinkKind,
  lastsMs = LINK_LIFETIMES_MS[kind],
) {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now().getTime() + lastsMs);
  const fingerprint = await fingerprintOf(token);
  return {
    token,
    expiresAt,
    fingerprint,
    fields: {
      linkFingerprint: fingerprint,
      linkKind: kind,
      linkExpiresAt: expiresAt.toISOString(),
      linkRefused: null,
    },
    linkOf: (account: Account): AccountLink => ({ token, kind, expiresAt, account }),
  };
}

/** @returns the waiting letters that contain the account's link. Delete them together with the link. */
export const readAccountLinkLetters = (transaction: Transaction, id: string): Promise<StoredDocument[]> =>
  readLettersOf(transaction, id, ["link"]);

/** @returns the waiting letters that a removed account must not get */
export const readLettersToRemoved = (transaction: Transaction, id: string): Promise<StoredDocument[]> =>
  readLettersOf(transaction, id, ["link", "to-do"]);

const readLettersOf = async (transaction: Transaction, id: string, kinds: readonly MailKind[]) =>
  (await queryMailsOfCauses(transaction, [id])).filter((document) => kinds.includes(mailFromDocument(document).kind));

/** Deletes letters whose link was used, replaced or withdrawn, and queues other letters, due now. */
export function replaceAccountLetters(
  transaction: Transaction,
  replaced: readonly StoredDocument[],
  letters: AccountLetters,
  at: Date,
): void {
  for (const { id } of replaced) transaction.delete(MAILS_COLLECTION, id);
  queueLetters(transaction, letters, at);
}

/** @returns the account of a one-time link; a refusal if the link is unknown, used or expired */
export async function findAccountLink(
  { documents, identities, fingerprintOf, now }: AccountStoreDependencies,
  token: string,
): Promise<Result<{ account: AccountWithIdentity; link: Omit<AccountLink, "token"> }, LinkRefusal>> {
  const where = { field: "linkFingerprint", equals: await fingerprintOf(token) };
  const [found] = await documents.query(ACCOUNTS_COLLECTION, { where });
  const identity = found && (await identities.find(found.id));
  if (!identity || identity.disabled) return refusal("unknown");
  const stored = accountFromDocument(found);
  const expiresAt = new Date(String(stored.linkExpiresAt));
  if (expiresAt <= now()) return refusal("expired");
  const kind = stored.linkKind ?? "reinitialisation";
  return success({
    account: { identity, stored },
    link: { kind, expiresAt, account: accountFromIdentity(identity, stored) },
  });
}
