import { randomUUID } from "node:crypto";
import { PASSWORD_LENGTHS, passwordRefusal } from "#domain/accounts/password.ts";
import { emailKey } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { DocumentContent } from "#ports/documents.ts";
import { type Identity, IdentityError } from "#ports/identity.ts";
import type { AccountLetters, LinkRefusal, Session } from "#stores/account-types.ts";
import {
  ACCOUNTS_COLLECTION,
  type AccountStoreDependencies,
  accountFromDocument,
  changeAccounts,
  mergeAccountFields,
  readAccountChangeCount,
  type StoredAccount,
  WITHOUT_LINK,
} from "./account-document.ts";
import { findAccountLink, readAccountLinkLetters, replaceAccountLetters } from "./account-links.ts";
import { endSessions, newSession, querySessions, querySessionsToEnd } from "./account-sessions.ts";
import { MAILS_COLLECTION, queueLetter } from "./mail-document.ts";

/** Maximum time in ms for which an account is locked while its password is replaced. */
export const PASSWORD_REPLACEMENT_LOCK_MS = 30_000;

export function requirePasswordLength(password: string): void {
  const { min, max } = PASSWORD_LENGTHS;
  if (passwordRefusal(password)) throw new Error(`A password needs ${min} to ${max} characters.`);
}

export function createPasswordStore(parts: AccountStoreDependencies) {
  const { documents, identities, fingerprintOf, report } = parts;
  return {
    /**
     * Checks a password and opens a session. Takes the same time for known and unknown addresses.
     * @returns null if the sign-in is refused
     */
    async signIn(email: string, password: string, device = ""): Promise<Session | null> {
      // Read the counter for unknown addresses too. Otherwise, the response time would reveal which addresses are
      // known.
      const before = await readAccountChangeCount(documents);
      const id = await identities.verify(emailKey(email), password, "visitor");
      if (id === null) return null;
      const identity = await identities.find(id);
      const outcome = identity
        ? await openSession(parts, identity, { device, before, spend: () => success({}) })
        : refusal("not-of-the-committee");
      if (outcome.ok) return outcome.value;
      report(new IdentityError(outcome.reason), "sign-in");
      return null;
    },

    /** Sets the password, deletes the link, ends the account's sessions and opens a new session. */
    async acceptLink(
      token: string,
      password: string,
      device = "",
      letters: AccountLetters = [],
    ): Promise<Result<Session, LinkRefusal>> {
      const found = await findAccountLink(parts, token);
      if (!found.ok) return found;
      requirePasswordLength(password);
      const fingerprint = await fingerprintOf(token);
      const allowed = ({ linkFingerprint }: StoredAccount) => linkFingerprint === fingerprint;
      const session = await replacePassword(parts, found.value.account.identity, {
        password,
        device,
        allowed,
        letters,
      });
      return session ? success(session) : refusal("unknown");
    },

    /**
     * Sets the password, deletes an open link, ends all sessions and opens a new session.
     * @param current null if the account has no password, and the caller has checked a passkey
     * @returns null if the current password is wrong
     */
    async changePassword(
      id: string,
      current: string | null,
      password: string,
      device = "",
      letters: AccountLetters = [],
    ): Promise<Session | null> {
      requirePasswordLength(password);
      const before = await readAccountChangeCount(documents);
      const identity = await identities.find(id);
      if (!identity) return null;
      if (current !== null && (await identities.verify(identity.email, current, "committee")) !== id) return null;
      const allowed = (stored: StoredAccount) =>
        stored.change <= before && stored.canSignIn && (current !== null || stored.passwordless);
      return replacePassword(parts, identity, { password, device, allowed, letters });
    },
  };
}

type SignIn<Refused> = {
  device: string;
  /**
   * Value of the document `account-changes` before the password or passkey was checked. `openSession` refuses the
   * sign-in if it has changed since.
   */
  before: number;
  /** Returns fields for `openSession` to save in the account's document, or the reason to refuse the sign-in. */
  spend: (stored: StoredAccount) => Result<DocumentContent, Refused>;
};

/** @returns the new session, or the reason why the sign-in is refused */
export async function openSession<Refused = never>(
  parts: AccountStoreDependencies,
  identity: Identity,
  { device, before, spend }: SignIn<Refused>,
): Promise<Result<Session, "account-shut" | "account-changed" | Refused>> {
  const session = await newSession(parts, identity, device);
  return changeAccounts(parts.documents, async ({ transaction, count }) => {
    const document = await transaction.get(ACCOUNTS_COLLECTION, identity.id);
    const outgoing = await querySessionsToEnd(transaction, identity.id, parts.now());
    const stored = accountFromDocument(document, count);
    if (!stored.canSignIn) return refusal("account-shut");
    if (stored.change > before) return refusal("account-changed");
    const spent = spend(stored);
    if (!spent.ok) return spent;
    mergeAccountFields(transaction, identity.id, document, { lastSignIn: parts.now().toISOString(), ...spent.value });
    endSessions(transaction, outgoing);
    session.open(transaction);
    return success(session.of(stored));
  });
}

type Replacement = {
  password: string;
  device: string;
  allowed: (stored: StoredAccount) => boolean;
  letters: AccountLetters;
};

/**
 * Sets a password and opens a session. Deletes the one-time link last: after an error, the user can use the link again.
 * `letters` are queued first and due after the lock, so that a crash cannot leave a new password without them. They are
 * dropped if the password stays. After an error they stay, because the password may have been set.
 * @returns null if `allowed` returns false, or if another request is replacing the password
 */
async function replacePassword(
  parts: AccountStoreDependencies,
  { id }: Identity,
  { password, device, allowed, letters }: Replacement,
): Promise<Session | null> {
  const { documents, identities, now } = parts;
  const mine = randomUUID();
  const queued = await changeAccounts(documents, async ({ transaction, count }) => {
    const document = await transaction.get(ACCOUNTS_COLLECTION, id);
    const stored = accountFromDocument(document, count);
    if (!allowed(stored) || (stored.replacing && stored.replacing.until > now().toISOString())) return null;
    const until = new Date(now().getTime() + PASSWORD_REPLACEMENT_LOCK_MS);
    mergeAccountFields(transaction, id, document, { replacing: { id: mine, until: until.toISOString() } });
    return letters.map((letter) => queueLetter(transaction, letter, now(), until));
  });
  if (!queued) return null;
  try {
    const identity = await identities.setPassword(id, password);
    const change = ({ replacing }: StoredAccount) => (replacing?.id === mine ? { passwordless: false } : null);
    if (identity) return await replaceSessions(parts, identity, device, change);
    await release(parts, id, mine, queued);
    return null;
  } catch (error) {
    await release(parts, id, mine).catch(() => {});
    throw error;
  }
}

/**
 * Ends the account's sessions, deletes its one-time link and opens a session.
 * @param change returns further fields to save; null to change nothing
 * @returns null if `change` returns null
 */
export async function replaceSessions(
  parts: AccountStoreDependencies,
  identity: Identity,
  device: string,
  change: (stored: StoredAccount) => Partial<StoredAccount> | null,
  letters: AccountLetters = [],
): Promise<Session | null> {
  const { id } = identity;
  const session = await newSession(parts, identity, device);
  return changeAccounts(
    parts.documents,
    async ({ transaction, increment }) => {
      const document = await transaction.get(ACCOUNTS_COLLECTION, id);
      const sessions = await querySessions(transaction, id);
      const used = await readAccountLinkLetters(transaction, id);
      const stored = accountFromDocument(document);
      const changed = change(stored);
      if (!changed) return null;
      endSessions(transaction, sessions);
      session.open(transaction);
      replaceAccountLetters(transaction, used, letters, parts.now());
      const lastSignIn = parts.now().toISOString();
      const fields = { ...WITHOUT_LINK, lastSignIn, entry: true, replacing: null, change: increment(), ...changed };
      mergeAccountFields(transaction, id, document, fields);
      return session.of({ ...stored, ...fields });
    },
    { erases: true },
  );
}

/** @param dropped ids of queued letters to delete */
const release = (
  { documents }: AccountStoreDependencies,
  id: string,
  mine: string,
  dropped: readonly string[] = [],
): Promise<void> =>
  documents.transaction(
    async (transaction) => {
      const document = await transaction.get(ACCOUNTS_COLLECTION, id);
      const letters = await Promise.all(dropped.map((letter) => transaction.get(MAILS_COLLECTION, letter)));
      for (const letter of letters) if (letter) transaction.delete(MAILS_COLLECTION, letter.id);
      if (accountFromDocument(document).replacing?.id === mine)
        mergeAccountFields(transaction, id, document, { replacing: null });
    },
    { erases: dropped.length > 0 },
  );
