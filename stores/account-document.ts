/** Documents `accounts/{identity id}`, without e-mail addresses. An account of the older site may lack its document. */
import type { LinkKind } from "#domain/accounts/account-link.ts";
import {
  type Content,
  type Documents,
  type StoredDocument,
  TooMuchContention,
  type Transaction,
} from "#ports/documents.ts";
import type { Identity, IdentityProvider } from "#ports/identity.ts";
import type { Account } from "#stores/account-types.ts";

export const ACCOUNTS = "accounts";
export const STATE_COLLECTION = "state";

/** Guard document. Each change of an account's access increments its `count`, so that concurrent changes conflict. */
const CHANGES = "account-changes";
const ATTEMPTS_MAX = 20;

export type AccountParts = {
  documents: Documents;
  identities: IdentityProvider;
  fingerprintOf: (token: string) => Promise<string>;
  /** Logs a refused sign-in or a failed call of the identity provider. Callers must not pass personal data. */
  report: (error: unknown, where: string) => void;
  now: () => Date;
  /** Origin of the site's pages, where passkeys are made and used. */
  publicUrl: string;
};

export type StoredPasskey = {
  /** WebAuthn credential id, in base64url; `publicKey` is in base64url too. */
  readonly id: string;
  readonly publicKey: string;
  /** Host of the site when the key was made: the key works on this host only. */
  readonly host: string;
  readonly counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly addedAt: string;
  readonly usedAt: string | null;
};

/** The content of an account's document. Instants are ISO 8601. */
export type StoredAccount = {
  readonly firstName: string;
  /** Whether the account may sign in. If false, even the right password is refused. */
  readonly entry: boolean;
  /** Null if the account never signed in; absent if not recorded (the identity provider may know the time). */
  readonly lastSignIn?: string | null;
  /** `count` of the guard document at the account's last change. A sign-in that began with a lower count fails. */
  readonly change: number;
  /** Lock during the replacement of the password; null otherwise. */
  readonly replacing: { readonly id: string; readonly until: string } | null;
  readonly linkFingerprint: string | null;
  readonly linkKind: LinkKind | null;
  readonly linkExpiresAt: string | null;
  readonly passkeys: readonly StoredPasskey[];
  /** True if the account signs in with passkeys only, even if the identity provider has a password for it. */
  readonly passwordless: boolean;
};

export const NO_KEYS = { passkeys: [], passwordless: false } as const;

export const NO_LINK = { linkFingerprint: null, linkKind: null, linkExpiresAt: null } as const;

/** An account without a document gets the guard document's `count` as `change`: sign-ins begun earlier then fail. */
export const accountFromDocument = (document: StoredDocument | null, count = 0): StoredAccount => ({
  ...{ firstName: "", entry: true, change: document ? 0 : count, replacing: null, ...NO_LINK, ...NO_KEYS },
  ...(document?.content as Partial<StoredAccount> | undefined),
});

/** Creates the account's document or updates some fields. `document`: as read in the transaction; null if missing. */
export function mergeFields(
  transaction: Transaction,
  id: string,
  document: StoredDocument | null,
  fields: Content,
): void {
  transaction[document ? "update" : "create"](ACCOUNTS, id, fields);
}

export const accountOf = ({ id, email }: Identity, { firstName, passkeys, passwordless }: StoredAccount): Account => ({
  ...{ id, email, firstName },
  ...(passkeys.length > 0 && { hasPasskey: true as const }),
  ...(passwordless && { hasNoPassword: true as const }),
});

export type AccountWithIdentity = { readonly identity: Identity; readonly stored: StoredAccount };

/** Returns all identities with their account documents. Throws if a store is unavailable. */
export async function readMembers({ documents, identities }: AccountParts): Promise<AccountWithIdentity[]> {
  const [stored, all] = await Promise.all([documents.query(ACCOUNTS), identities.list()]);
  const byId = new Map(stored.map((document) => [document.id, document]));
  return all.map((identity) => ({ identity, stored: accountFromDocument(byId.get(identity.id) ?? null) }));
}

/** Whether the account has a password or a passkey and is enabled at the identity provider and in its document. */
export const canSignIn = ({ identity, stored }: AccountWithIdentity): boolean =>
  (hasPassword(identity, stored) || stored.passkeys.length > 0) && !identity.disabled && stored.entry;

/** False for a `passwordless` account: its password at the provider may be random and unknown to the user. */
export const hasPassword = (identity: Identity, stored: StoredAccount): boolean =>
  identity.hasPassword && !stored.passwordless;

const countIn = (document: StoredDocument | null): number => Number(document?.content.count ?? 0);

/** @returns `count` of the guard document (`CHANGES`) */
export const changeCounter = async (documents: Documents): Promise<number> =>
  countIn(await documents.get(STATE_COLLECTION, CHANGES));

export type AccountsChange = {
  readonly transaction: Transaction;
  /** `count` of the guard document when the transaction started. */
  readonly count: number;
  /** Increments `count`; call it after all reads. Returns the new count. */
  readonly increment: () => number;
};

type Options = Parameters<Documents["transaction"]>[1];

/** Runs a transaction that reads the guard document (`CHANGES`), so that concurrent changes of accounts conflict. */
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
 * Changes accounts in a transaction that depends on data of the identity provider, read before the transaction.
 * @param look reads the data from the identity provider
 * @param work runs in the transaction if no account has changed since `look` began; otherwise `look` runs again
 */
export async function changeAfterLookup<Found, T>(
  documents: Documents,
  look: () => Promise<Found>,
  work: (found: Found, change: AccountsChange) => Promise<T>,
  options?: Options,
): Promise<T> {
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    const before = await changeCounter(documents);
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
