/** An account's document contains its passkeys (WebAuthn). The user handle of a passkey is the account's id. */
import {
  isPasskeyCounterAccepted,
  PASSKEYS_MAX,
  type PasskeyRefusal,
  type PasskeyResponse,
  passkeyHost,
} from "#domain/accounts/passkey.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { DocumentContent, Documents, Transaction } from "#ports/documents.ts";
import {
  ACCOUNTS_COLLECTION,
  type AccountStoreDependencies,
  accountFromDocument,
  changeAccountAfterLookup,
  hasPassword,
  mergeAccountFields,
  readAccountChangeCount,
  type StoredAccount,
  type StoredPasskey,
} from "#stores/account-document.ts";
import { findAccountLink } from "#stores/account-links.ts";
import { openSession, replaceSessions } from "#stores/account-passwords.ts";
import { currentSession, updateSession } from "#stores/account-sessions.ts";
import type {
  Account,
  AccountLetters,
  LinkRefusal,
  Passkey,
  PasskeyPurpose,
  PasskeySignInRefusal,
  Session,
} from "#stores/account-types.ts";
import { queueLetters } from "#stores/mail-document.ts";
import { passkeyCeremonyOptions, type VerifiedPasskey, verifyPasskeyAddition, verifyPasskeyUse } from "./ceremony.ts";

export function createPasskeyStore(parts: AccountStoreDependencies) {
  const { documents, identities, fingerprintOf, now } = parts;
  const storedOf = async (id: string) => accountFromDocument(await documents.get(ACCOUNTS_COLLECTION, id));

  return {
    /**
     * Stores a new challenge. @param account null for a sign-in
     * @returns options for the browser's WebAuthn call; null if the site's host allows no passkeys
     */
    passkeyOptions: async (purpose: PasskeyPurpose, account: Account | null): Promise<object | null> =>
      passkeyCeremonyOptions(parts, purpose, account, account ? (await storedOf(account.id)).passkeys : []),

    async signInWithPasskey(response: PasskeyResponse, device = ""): Promise<Result<Session, PasskeySignInRefusal>> {
      const before = await readAccountChangeCount(documents);
      const claimed = Buffer.from(response.response.userHandle ?? "", "base64url").toString();
      const identity = await identities.find(claimed);
      const accountId = identity?.id ?? null;
      const refused = (why: PasskeyRefusal): Result<never, PasskeySignInRefusal> => refusal({ why, accountId });
      // Keys of a disabled account are refused, but not unknown: browsers must not hide them.
      const keys = identity ? (await storedOf(identity.id)).passkeys : [];
      const proof = await verifyPasskeyUse(parts, response, "sign-in", keys);
      if (!proof.ok) return refused(proof.reason);
      if (!identity || identity.disabled) return refused("refused");
      const spend = (stored: StoredAccount) => spendPasskey(stored, proof.value, now());
      const session = await openSession(parts, identity, { device, before, spend });
      return session.ok ? session : refused(session.reason === "cloned" ? "cloned" : "refused");
    },

    /** Like `confirm`, but with a passkey instead of the password. */
    async confirmWithPasskey(token: string, response: PasskeyResponse): Promise<Result<null, PasskeyRefusal>> {
      const current = await currentSession(parts, token);
      if (!current) return refusal("refused");
      const { id } = current.identity;
      const proof = await verifyPasskeyUse(parts, response, `confirm ${id}`, current.stored.passkeys);
      if (!proof.ok) return proof;
      const spent = await changeAccount(documents, id, (stored) => spendPasskey(stored, proof.value, now()));
      if (!spent.ok) return spent;
      const at = now().toISOString();
      return (await updateSession(parts, current, { usedAt: at, confirmedAt: at }))
        ? success(null)
        : refusal("refused");
    },

    /** Like `acceptLink`, but with a new passkey instead of a password. */
    async acceptLinkWithPasskey(
      token: string,
      response: PasskeyResponse,
      { name, device }: { readonly name: string; readonly device: string },
      letters: AccountLetters = [],
    ): Promise<Result<Session, LinkRefusal | { readonly passkey: PasskeyRefusal }>> {
      const found = await findAccountLink(parts, token);
      if (!found.ok) return found;
      const { identity } = found.value.account;
      const passkey = await verifyPasskeyAddition(parts, response, identity.id, name);
      if (!passkey.ok) return refusal({ passkey: passkey.reason });
      const fingerprint = await fingerprintOf(token);
      const change = (stored: StoredAccount) => {
        const isReplacing = stored.replacing !== null && stored.replacing.until > now().toISOString();
        if (stored.linkFingerprint !== fingerprint || isReplacing) return null;
        const passwordless = stored.passwordless || !stored.canSignIn;
        return { passkeys: [...stored.passkeys, passkey.value], passwordless };
      };
      const session = await replaceSessions(parts, identity, device, change, letters);
      return session ? success(session) : refusal("unknown");
    },

    /** @returns the account's passkeys, oldest first */
    async listPasskeys(id: string): Promise<readonly Passkey[]> {
      const { passkeys } = accountFromDocument(await documents.get(ACCOUNTS_COLLECTION, id));
      return passkeys.map(({ id, name, addedAt, usedAt }) => ({
        id,
        name,
        addedAt: new Date(addedAt),
        usedAt: usedAt ? new Date(usedAt) : null,
      }));
    },

    /** An account has at most `PASSKEYS_MAX` passkeys. */
    async addPasskey(
      id: string,
      response: PasskeyResponse,
      name: string,
      letters: AccountLetters = [],
    ): Promise<Result<null, PasskeyRefusal>> {
      const passkey = await verifyPasskeyAddition(parts, response, id, name);
      if (!passkey.ok) return passkey;
      const add = ({ canSignIn, passkeys }: StoredAccount) => {
        const isKnown = passkeys.some((one) => one.id === passkey.value.id);
        if (!canSignIn || passkeys.length >= PASSKEYS_MAX || isKnown) return refusal("refused" as const);
        return success({ passkeys: [...passkeys, passkey.value] });
      };
      const queue = (transaction: Transaction) => queueLetters(transaction, letters, now());
      const added = await changeAccount(documents, id, add, queue);
      return added.ok ? success(null) : added;
    },

    async renamePasskey(id: string, passkeyId: string, name: string): Promise<boolean> {
      const renamed = await changeAccount(documents, id, ({ passkeys }) => {
        if (passkeys.every((one) => one.id !== passkeyId)) return refusal("refused");
        return success({ passkeys: passkeys.map((one) => (one.id === passkeyId ? { ...one, name } : one)) });
      });
      return renamed.ok;
    },

    /** @returns false if the passkey is unknown or the only way to sign in */
    removePasskey: (id: string, passkeyId: string, letters: AccountLetters = []): Promise<boolean> =>
      changeAccountAfterLookup(
        documents,
        () => identities.find(id),
        async (identity, { transaction, increment }) => {
          const document = await transaction.get(ACCOUNTS_COLLECTION, id);
          const stored = accountFromDocument(document);
          const rest = stored.passkeys.filter((one) => one.id !== passkeyId);
          if (!identity || rest.length === stored.passkeys.length) return false;
          if (rest.length === 0 && !hasPassword(identity, stored)) return false;
          increment();
          mergeAccountFields(transaction, id, document, { passkeys: rest });
          queueLetters(transaction, letters, now());
          return true;
        },
      ),
  };
}

function spendPasskey(
  { passkeys }: StoredAccount,
  proof: VerifiedPasskey,
  at: Date,
): Result<DocumentContent, PasskeyRefusal> {
  const known = passkeys.find(({ id }) => id === proof.id);
  if (!known) return refusal("refused");
  if (!isPasskeyCounterAccepted(known.counter, proof.counter)) return refusal("cloned");
  const used = { ...known, counter: proof.counter, usedAt: at.toISOString() };
  return success({ passkeys: passkeys.map((one) => (one === known ? used : one)) });
}

const changeAccount = (
  documents: Documents,
  id: string,
  change: (stored: StoredAccount) => Result<DocumentContent, PasskeyRefusal>,
  queue: (transaction: Transaction) => void = () => {},
): Promise<Result<DocumentContent, PasskeyRefusal>> =>
  documents.transaction(async (transaction) => {
    const document = await transaction.get(ACCOUNTS_COLLECTION, id);
    const fields = change(accountFromDocument(document));
    if (!fields.ok) return fields;
    mergeAccountFields(transaction, id, document, fields.value);
    queue(transaction);
    return fields;
  });

/** @returns the number of accounts with passkeys for another host than `publicUrl` */
export async function countPasskeysOfOtherHosts(documents: Documents, publicUrl: string): Promise<number> {
  const all = await documents.query(ACCOUNTS_COLLECTION);
  const isStranded = ({ host }: StoredPasskey) => host !== passkeyHost(publicUrl);
  return all.filter((document) => accountFromDocument(document).passkeys.some(isStranded)).length;
}
