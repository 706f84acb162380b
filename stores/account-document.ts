/** Documents `accounts/{identity id}`, without e-mail addresses. An account of the older site may have no document. */
import type { LinkKind } from "#domain/accounts/account-link.ts";
import {
  type DocumentContent,
  type Documents,
  type StoredDocument,
  TooMuchContention,
  type Transaction,
} from "#ports/documents.ts";
import type { Identity, IdentityProvider } from "#ports/identity.ts";
import type { Account } from "#stores/account-types.ts";
import { STATE_COLLECTION } from "./site-state.ts";

export const ACCOUNTS_COLLECTION = "accounts";

/**
 * Id of the document with a `count` that each change of an account's access increments, so that such changes conflict.
 */
const CHANGES = "account-changes";
const ATTEMPTS_MAX = 20;

export type AccountStoreDependencies = {
  documents: Documents;
  identities: IdentityProvider;
  fingerprintOf: (token: string) => Promise<string>;
  /** Logs an error. Callers must not pass personal data. */
  report: (error: unknown, where: string) => void;
  now: () => Date;
  /** Origin of the site, without a trailing slash. */
  publicUrl: string;
};

export type StoredPasskey = {
  /** WebAuthn credential id. `id` and `publicKey` are in base64url. */
  readonly id: string;
  readonly publicKey: string;
  /** Host of the site when the passkey was created. The passkey works on this host only. */
  readonly host: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly addedAt: string;
  readonly usedAt: string | null;
};

/** Content of an account's document. Times are in ISO 8601. */
export type StoredAccount = {
  readonly firstName: string;
  /** If false, every sign-in is refused. Stored as `entry`. */
  readonly canSignIn: boolean;
  /** Null: the account never signed in. Absent: only the identity provider may know the time. */
  readonly lastSignIn?: string | null;
  /** `count` of `account-changes` after the account's last change. A sign-in that began before this change fails. */
  readonly change: number;
  /** Lock while the password is replaced; otherwise null. */
  readonly replacing: { readonly id: string; readonly until: string } | null;
  readonly linkFingerprint: string | null;
  readonly linkKind: LinkKind | null;
  readonly linkExpiresAt: string | null;
  /** Why the mail server permanently refused the mail with the link, in French; null if it did not. */
  readonly linkRefused: string | null;
  readonly passkeys: readonly StoredPasskey[];
  /** True if the account signs in with passkeys only. */
  readonly passwordless: boolean;
  /** Changes with each new link of the calendar of « À faire ». Null: the account has no such link. */
  readonly calendarKey: string | null;
  /** Whether the account gets the letter of Monday about « À faire ». */
  readonly wantsToDoLetter: boolean;
};

export const WITHOUT_PASSKEYS = { passkeys: [], passwordless: false } as const;

export const WITHOUT_CALENDAR = { calendarKey: null } as const;

export const WITHOUT_LINK = { linkFingerprint: null, linkKind: null, linkExpiresAt: null, linkRefused: null } as const;

/** @param count value of `change` for an account without a document */
export function accountFromDocument(document: StoredDocument | null, count = 0): StoredAccount {
  const { entry: canSignIn = true, ...content } = (document?.content ?? {}) as Partial<StoredAccount> & {
    readonly entry?: boolean;
  };
  return {
    firstName: "",
    canSignIn,
    change: document ? 0 : count,
    replacing: null,
    ...WITHOUT_LINK,
    ...WITHOUT_PASSKEYS,
    ...WITHOUT_CALENDAR,
    wantsToDoLetter: true,
    ...content,
  };
}

/** Creates the account's document or updates some of its fields. @param document null: the document does not exist */
export function mergeAccountFields(
  transaction: Transaction,
  id: string,
  document: StoredDocument | null,
  fields: DocumentContent,
): void {
  transaction[document ? "update" : "create"](ACCOUNTS_COLLECTION, id, fields);
}

export const accountFromIdentity = (
  { id, email }: Identity,
  { firstName, passkeys, passwordless }: StoredAccount,
): Account => ({
  id,
  email,
  firstName,
  ...(passkeys.length > 0 && { hasPasskey: true as const }),
  ...(passwordless && { hasNoPassword: true as const }),
});

export type AccountWithIdentity = { readonly identity: Identity; readonly stored: StoredAccount };

/** @returns all accounts. Throws if the identity provider or the store is unavailable. */
export async function listAccounts({
  documents,
  identities,
}: AccountStoreDependencies): Promise<AccountWithIdentity[]> {
  const [stored, all] = await Promise.all([documents.query(ACCOUNTS_COLLECTION), identities.list()]);
  const byId = new Map(stored.map((document) => [document.id, document]));
  return all.map((identity) => ({ identity, stored: accountFromDocument(byId.get(identity.id) ?? null) }));
}

/** Whether the account is enabled and has a password or a passkey. */
export const canAccountSignIn = ({ identity, stored }: AccountWithIdentity): boolean =>
  (hasPassword(identity, stored) || stored.passkeys.length > 0) && !identity.disabled && stored.canSignIn;

/** False for a `passwordless` account, which may have a random password at the identity provider. */
export const hasPassword = (identity: Identity, stored: StoredAccount): boolean =>
  identity.hasPassword && !stored.passwordless;

const countIn = (document: StoredDocument | null): number => Number(document?.content.count ?? 0);

/** @returns `count` of the document `account-changes` */
export const readAccountChangeCount = async (documents: Documents): Promise<number> =>
  countIn(await documents.get(STATE_COLLECTION, CHANGES));

export type AccountsChange = {
  readonly transaction: Transaction;
  /** `count` of the document `account-changes` before this transaction. */
  readonly count: number;
  /** Increments and returns `count`. Call `increment` after all reads of the transaction. */
  readonly increment: () => number;
};

type Options = Parameters<Documents["transaction"]>[1];

/**
 * Each transaction that changes an account reads the document `account-changes`. If one calls `increment`, concurrent
 * ones run again.
 */
export const changeAccounts = <T>(
  documents: Documents,
  work: (change: AccountsChange) => Promise<T>,
  options?: Options,
): Promise<T> =>
  documents.transaction(async (transaction) => {
    const count = countIn(await transaction.get(STATE_COLLECTION, CHANGES));
    const increment = () => {
      transaction.put(STATE_COLLECTION, CHANGES, { count: count + 1 });
      return count + 1;
    };
    return work({ transaction, count, increment });
  }, options);

/**
 * Changes accounts in a transaction that needs data of the identity provider.
 * @param look reads the data. If an account changes before the transaction, `look` runs again
 * @param work runs in the transaction with the data
 */
export async function changeAccountAfterLookup<Found, T>(
  documents: Documents,
  look: () => Promise<Found>,
  work: (found: Found, change: AccountsChange) => Promise<T>,
  options?: Options,
): Promise<T> {
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    const before = await readAccountChangeCount(documents);
    const found = await look();
    const outcome = await changeAccounts(
      documents,
      async (access) => (access.count === before ? { result: await work(found, access) } : null),
      options,
    );
    if (outcome) return outcome.result;
  }
  throw new TooMuchContention("Others kept changing accounts.");
}
