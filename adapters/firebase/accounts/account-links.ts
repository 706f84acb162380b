/** One-time links to a password. */
import { randomBytes } from "node:crypto";
import { Timestamp } from "@google-cloud/firestore";
import { LINK_LIFETIMES_MS, type LinkKind } from "#domain/accounts/account-link.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Account, AccountLink, LinkRefusal } from "#ports/authenticator.ts";
import { accountOf, type FirebaseUser, type Parts } from "./committee-accounts.ts";
import { fingerprintOf, type KeptLink } from "./kept-account.ts";

/** @returns a new link, what is kept of it, and the link for an account */
export function newLink(now: Date, kind: LinkKind, lastsMs = LINK_LIFETIMES_MS[kind]) {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + lastsMs);
  const link: KeptLink = { fingerprint: fingerprintOf(token), kind, expiresAt: Timestamp.fromDate(expiresAt) };
  return { token, expiresAt, link, linkOf: (account: Account): AccountLink => ({ token, kind, expiresAt, account }) };
}

/** @returns whose link it is and what it does, or why it does not work */
export async function findLink(
  { committee, kept, now }: Pick<Parts, "committee" | "kept" | "now">,
  token: string,
): Promise<Result<{ account: FirebaseUser; link: Omit<AccountLink, "token"> }, LinkRefusal>> {
  const fingerprint = fingerprintOf(token);
  const [uid, mine] = [...(await kept.all())].find(([, one]) => one.link?.fingerprint === fingerprint) ?? [];
  const link = mine?.link;
  const account = uid && (await committee.byId(uid));
  if (!link || !account || account.disabled) return refuse("unknown");
  const expiresAt = link.expiresAt.toDate();
  if (expiresAt <= now()) return refuse("expired");
  return accept({ account, link: { kind: link.kind, expiresAt, account: accountOf(account, mine) } });
}
