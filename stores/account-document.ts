/**
 * What is kept of accounts beside the provider of passwords: a document each in the collection `accounts`, under the
 * provider's id and without any address. An account of an existing project has none until something is done with it.
 */
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
export const STATE = "state";

/** Its `count` grows whenever who can sign in may change: all that is decided between accounts is decided on it. */
const CHANGES = "account-changes";
/** How often something is decided again because others changed accounts meanwhile. */
const TRIES = 20;

/** What the parts of the store have in common. */
export type Parts = {
  documents: Documents;
  identities: IdentityProvider;
  /** What is kept of something that only its holder may know. */
  fingerprintOf: (token: string) => Promise<string>;
  /** Is told why somebody was not let in, or the provider could not be told of something; never of whom. */
  report: (fault: unknown, where: string) => void;
  now: () => Date;
};

/** An account as it is kept. Instants are texts. */
export type KeptAccount = {
  /** What the others call its owner; empty: nobody has said yet. */
  readonly firstName: string;
  /** False: its password lets nobody in, be it right. */
  readonly entry: boolean;
  /** Null: never; absent: not since it is kept. */
  readonly lastSignIn?: string | null;
  /** The count of changes when who may enter with it last changed: what was begun before that is over. */
  readonly change: number;
  /** Somebody is replacing its password until then, and nobody else does. */
  readonly replacing: { readonly id: string; readonly until: string } | null;
  /** The link that is out, also when it has expired. */
  readonly linkFingerprint: string | null;
  readonly linkKind: LinkKind | null;
  readonly linkExpiresAt: string | null;
};

export const NO_LINK = { linkFingerprint: null, linkKind: null, linkExpiresAt: null } as const;

/** @param count of changes: what is not kept yet may have changed until now */
export const keptOf = (document: StoredDocument | null, count = 0): KeptAccount => ({
  ...{ firstName: "", entry: true, change: document ? 0 : count, replacing: null, ...NO_LINK },
  ...(document?.content as Partial<KeptAccount> | undefined),
});

/** @param document as it was read in the transaction */
export function put(transaction: Transaction, id: string, document: StoredDocument | null, fields: Content): void {
  if (document) transaction.update(ACCOUNTS, id, fields);
  else transaction.create(ACCOUNTS, id, fields);
}

export const accountOf = ({ id, email }: Identity, { firstName }: KeptAccount): Account => ({ id, email, firstName });

/** An account of the committee: what the provider has of it, and what is kept beside. */
export type Member = { readonly identity: Identity; readonly kept: KeptAccount };

export async function readMembers({ documents, identities }: Parts): Promise<Member[]> {
  const [kept, all] = await Promise.all([documents.query(ACCOUNTS), identities.list()]);
  const byId = new Map(kept.map((document) => [document.id, document]));
  return all.map((identity) => ({ identity, kept: keptOf(byId.get(identity.id) ?? null) }));
}

export const canSignIn = ({ identity, kept }: Member): boolean =>
  identity.hasPassword && !identity.disabled && kept.entry;

/** @returns how many changes there were until now */
export const countChanges = async (documents: Documents): Promise<number> =>
  countIn(await documents.get(STATE, CHANGES));

const countIn = (document: StoredDocument | null): number => Number(document?.content.count ?? 0);

export type Change = {
  readonly transaction: Transaction;
  /** How many changes there were. */
  readonly count: number;
  /** Counts this one, after everything was read. @returns the new count */
  readonly raise: () => number;
};

type Options = Parameters<Documents["transaction"]>[1];

/** A transaction in which an account may be changed. */
export const change = <T>(documents: Documents, work: (change: Change) => Promise<T>, options?: Options): Promise<T> =>
  documents.transaction(async (transaction) => {
    const guard = await transaction.get(STATE, CHANGES);
    const count = countIn(guard);
    const raise = () => {
      if (guard) transaction.update(STATE, CHANGES, { count: count + 1 });
      else transaction.create(STATE, CHANGES, { count: count + 1 });
      return count + 1;
    };
    return work({ transaction, count, raise });
  }, options);

/**
 * Decides on what the provider has.
 * @param look asks the provider, which no transaction may do
 * @param work runs when no account was changed since `look` began; otherwise that is asked again
 */
export async function decide<Found, T>(
  documents: Documents,
  look: () => Promise<Found>,
  work: (found: Found, change: Change) => Promise<T>,
  options?: Options,
): Promise<T> {
  for (let n = 0; n < TRIES; n++) {
    const before = await countChanges(documents);
    const found = await look();
    const outcome = await change(
      documents,
      async (one) => (one.count === before ? { result: await work(found, one) } : null),
      options,
    );
    if (outcome) return outcome.result;
  }
  throw new TooMuchContention("Others kept changing accounts.");
}
