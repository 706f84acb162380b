/**
 * The identity provider stores addresses and passwords; documents store everything else. No transaction covers both. So
 * a change disables the account, calls the provider, and then enables the account. After an error, the account stays
 * disabled until the user retries.
 */
import { createHmac, randomUUID } from "node:crypto";
import { emailKey } from "#domain/fields.ts";
import { type Result, success } from "#domain/result.ts";
import type { DocumentContent, Documents } from "#ports/documents.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type {
  Account,
  AccountLetters,
  AccountLink,
  CommitteeAccount,
  ComposeAccountLetters,
  LinkRefusal,
} from "#stores/account-types.ts";
import {
  ACCOUNTS_COLLECTION,
  type AccountStoreDependencies,
  type AccountWithIdentity,
  accountFromDocument,
  accountFromIdentity,
  canAccountSignIn,
  changeAccountAfterLookup,
  changeAccounts,
  listAccounts,
  mergeAccountFields,
  WITHOUT_CALENDAR,
  WITHOUT_LINK,
  WITHOUT_PASSKEYS,
} from "./account-document.ts";
import {
  findAccountLink,
  newAccountLink,
  readAccountLinkLetters,
  readLettersToRemoved,
  replaceAccountLetters,
} from "./account-links.ts";
import { createPasswordStore, requirePasswordLength } from "./account-passwords.ts";
import { createReminderStore } from "./account-reminders.ts";
import { createSessionStore, endSessions, querySessions } from "./account-sessions.ts";
import { createFirstLinkStore } from "./first-link.ts";
import { createPasskeyStore } from "./passkeys/passkeys.ts";

/** Maximum number of attempts to create an account. Concurrent calls for the same address cause retries. */
const ATTEMPTS_MAX = 5;

type Options = {
  documents: Documents;
  identities: IdentityProvider;
  /** Key for fingerprints of tokens, at least 32 random characters. A new key invalidates all sessions and links. */
  secret: () => Promise<string>;
  /** Logs an error. Callers must not pass personal data. */
  report?: (error: unknown, where: string) => void;
  now?: () => Date;
  /** Origin of the site, without a trailing slash. */
  publicUrl?: string;
};

export type AccountStore = ReturnType<typeof createAccountStore>;

/**
 * Accounts and sessions. Methods throw if the identity provider or the store is unavailable. Methods return null or
 * false if the account or the session does not exist. Even concurrent calls never disable the last account that can
 * sign in. The case of e-mail addresses is ignored. Passwords have 6 to 128 characters (docs/specification.md section
 * 5). Methods with a password may throw `PasswordsBusy`. `device`: label of the session.
 */
export function createAccountStore(options: Options) {
  const { documents, identities, secret, report = () => {}, now = () => new Date() } = options;
  const { publicUrl = "http://localhost" } = options;
  const fingerprintOf = async (token: string) =>
    createHmac("sha256", await secret())
      .update(token)
      .digest("base64url");
  const parts: AccountStoreDependencies = { documents, identities, fingerprintOf, report, now, publicUrl };
  const accounts = {
    /** @returns id of the account or of the open invitation with this address; null if none */
    async findAccountId(email: string): Promise<string | null> {
      const holder = await identities.findHolder(emailKey(email));
      return holder && !holder.isStranger ? holder.id : null;
    },

    /** @returns all accounts and open invitations, sorted by address */
    async listAccounts(): Promise<CommitteeAccount[]> {
      return (await listAccounts(parts)).map(viewOf).sort((a, b) => (a.email < b.email ? -1 : 1));
    },

    async readLink(token: string): Promise<Result<Omit<AccountLink, "token">, LinkRefusal>> {
      const found = await findAccountLink(parts, token);
      return found.ok ? success(found.value.link) : found;
    },

    rename: (id: string, firstName: string): Promise<boolean> =>
      changeAccountAfterLookup(
        documents,
        () => identities.find(id),
        async (identity, { transaction }) => {
          const document = await transaction.get(ACCOUNTS_COLLECTION, id);
          if (identity) mergeAccountFields(transaction, id, document, { firstName });
          return identity !== null;
        },
      ),

    /** Does not check the strength of the password. @returns null if the address has an account or an invitation */
    async createAccount(email: string, password: string): Promise<Account | null> {
      requirePasswordLength(password);
      const address = emailKey(email);
      const made = await createDisabled(parts, address, {}, password);
      if (!made) return null;
      return changeAccounts(documents, async ({ transaction, increment }) => {
        const document = await transaction.get(ACCOUNTS_COLLECTION, made.id);
        const { change: last, firstName } = accountFromDocument(document);
        if (last !== made.change) return null;
        mergeAccountFields(transaction, made.id, document, { entry: true, change: increment() });
        return { id: made.id, email: address, firstName };
      });
    },

    /**
     * Creates an account without a password, and its one-time link. The link is valid for `lastsMs`, by default seven
     * days. If the address has an open invitation, only replaces the link. @returns null if the address has an account
     */
    async invite(
      email: string,
      {
        firstName = "",
        lastsMs,
        letters = () => [],
      }: { firstName?: string; lastsMs?: number; letters?: ComposeAccountLetters } = {},
    ): Promise<AccountLink | null> {
      const address = emailKey(email);
      const { fields, linkOf } = await newAccountLink(parts, "invitation", lastsMs);
      // If the identity of an invitation exists already, the second transaction completes the invitation. Only then is
      // the token returned.
      const made = await createDisabled(parts, address, { ...fields, firstName }, null);
      const id = made?.id ?? (await identities.findHolder(address))?.id ?? "";
      return documents.transaction(
        async (transaction) => {
          const document = await transaction.get(ACCOUNTS_COLLECTION, id);
          const replaced = await readAccountLinkLetters(transaction, id);
          const stored = accountFromDocument(document);
          if (stored.linkKind !== "invitation") return null;
          const storedName = stored.firstName || firstName;
          const link = linkOf({ id, email: address, firstName: storedName });
          mergeAccountFields(transaction, id, document, { ...fields, firstName: storedName });
          replaceAccountLetters(transaction, replaced, letters(link), now());
          return link;
        },
        { erases: true },
      );
    },

    /**
     * Creates a link for a new password, valid for one day. Ends the account's sessions and its calendar link. Removes the password and the
     * passkeys if another account can sign in. For an open invitation, only replaces the invitation's link.
     */
    async reset(id: string, letters: ComposeAccountLetters = () => []): Promise<AccountLink | null> {
      const [invitation, newPassword] = [
        await newAccountLink(parts, "invitation"),
        await newAccountLink(parts, "reinitialisation"),
      ];
      const outcome = await changeAccountAfterLookup(
        documents,
        () => listAccounts(parts),
        async (all, { transaction, increment }) => {
          const found = all.find(({ identity }) => identity.id === id);
          if (!found) return null;
          const document = await transaction.get(ACCOUNTS_COLLECTION, id);
          const sessions = await querySessions(transaction, id);
          const replaced = await readAccountLinkLetters(transaction, id);
          const account = accountFromIdentity(found.identity, accountFromDocument(document));
          const queue = (link: AccountLink) => {
            replaceAccountLetters(transaction, replaced, letters(link), now());
            return link;
          };
          if (accountFromDocument(document).linkKind === "invitation") {
            mergeAccountFields(transaction, id, document, invitation.fields);
            return { link: queue(invitation.linkOf(account)), others: null };
          }
          const others = othersCanSignIn(all, id);
          endSessions(transaction, sessions);
          const shut = { change: increment(), replacing: null, ...(others && { ...WITHOUT_PASSKEYS, entry: false }) };
          mergeAccountFields(transaction, id, document, { ...newPassword.fields, ...WITHOUT_CALENDAR, ...shut });
          return { link: queue(newPassword.linkOf(account)), others };
        },
        { erases: true },
      );
      if (outcome?.others === true) await identities.setPassword(id, null);
      if (outcome?.others === false) await identities.revoke(id);
      return outcome?.link ?? null;
    },

    /** Deletes the account with its sessions and link. `last`: not deleted, because no other account can sign in. */
    async removeAccount(id: string, letters: AccountLetters = []): Promise<"removed" | "last" | "absent"> {
      const outcome = await changeAccountAfterLookup(
        documents,
        () => listAccounts(parts),
        async (all, { transaction, increment }) => {
          const found = all.find(({ identity }) => identity.id === id);
          if (!found) return "absent";
          await transaction.get(ACCOUNTS_COLLECTION, id);
          const sessions = await querySessions(transaction, id);
          const withdrawn = await readLettersToRemoved(transaction, id);
          if (canAccountSignIn(found) && !othersCanSignIn(all, id)) return "last";
          // Disable the account before its identity is deleted. If the deletion fails, the account stays disabled.
          endSessions(transaction, sessions);
          const shut = { entry: false, change: increment() };
          transaction.put(ACCOUNTS_COLLECTION, id, shut);
          replaceAccountLetters(transaction, withdrawn, letters, now());
          return "removed";
        },
        { erases: true },
      );
      if (outcome !== "removed") return outcome;
      await identities.remove(id);
      await deleteDocument(documents, id);
      return outcome;
    },
  };
  const passwords = createPasswordStore(parts);
  const sessions = createSessionStore(parts);
  const passkeys = createPasskeyStore(parts);
  const reminders = createReminderStore(parts);
  const firstLink = createFirstLinkStore(parts, { ...accounts, ...passwords, ...passkeys });
  return { ...accounts, ...passwords, ...sessions, ...passkeys, ...reminders, ...firstLink };
}

function viewOf(account: AccountWithIdentity): CommitteeAccount {
  const { identity, stored } = account;
  const { lastSignIn, linkKind, linkExpiresAt, linkRefused } = stored;
  const refused = linkRefused !== null && { refused: linkRefused };
  return {
    ...accountFromIdentity(identity, stored),
    lastSignIn: lastSignIn === undefined ? identity.lastSignIn : lastSignIn ? new Date(lastSignIn) : null,
    canSignIn: canAccountSignIn(account),
    wantsToDoLetter: stored.wantsToDoLetter,
    link: linkKind && { kind: linkKind, expiresAt: new Date(String(linkExpiresAt)), ...refused },
  };
}

/**
 * Creates an account that cannot sign in yet. Returns null if the address has an account. The identity provider may
 * already know the address (`isStranger`): - Without an account document, a stranger used the provider's public
 * sign-up. This function deletes that identity. - With an account document, another call is creating the account now. A
 * new `change` makes the other call fail.
 */
async function createDisabled(
  { documents, identities }: AccountStoreDependencies,
  email: string,
  fields: DocumentContent,
  password: string | null,
): Promise<{ id: string; change: number } | null> {
  const newId = randomUUID();
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    const begun = await changeAccountAfterLookup(
      documents,
      () => identities.findHolder(email),
      async (holder, { transaction, increment }) => {
        if (holder && !holder.isStranger) return null;
        const id = holder?.id ?? newId;
        const document = await transaction.get(ACCOUNTS_COLLECTION, id);
        const sessions = await querySessions(transaction, id);
        if (holder && !document) return { id, change: null };
        endSessions(transaction, sessions);
        const next = increment();
        const shut = { entry: false, lastSignIn: null, replacing: null, change: next };
        mergeAccountFields(transaction, id, document, {
          ...WITHOUT_LINK,
          ...WITHOUT_PASSKEYS,
          ...WITHOUT_CALENDAR,
          firstName: "",
          ...fields,
          ...shut,
        });
        return { id, change: next };
      },
    );
    if (!begun) return null;
    const { id, change } = begun;
    if (change === null) await identities.remove(id);
    else if (await identities.create(id, email, password)) return { id, change };
    else await deleteDocument(documents, id);
  }
  throw new Error("Too many concurrent attempts to create this account.");
}

const othersCanSignIn = (all: readonly AccountWithIdentity[], id: string): boolean =>
  all.some((other) => other.identity.id !== id && canAccountSignIn(other));

const deleteDocument = (documents: Documents, id: string): Promise<void> =>
  changeAccounts(
    documents,
    async ({ transaction, increment }) => {
      const document = await transaction.get(ACCOUNTS_COLLECTION, id);
      if (!document) return;
      transaction.delete(ACCOUNTS_COLLECTION, id);
      // If the count of account changes has grown since it was read, the sign-in fails.
      increment();
    },
    { erases: true },
  );
