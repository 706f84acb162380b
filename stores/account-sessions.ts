/** Documents `sessions/{fingerprint of the token}`. The identity provider can also revoke a session. */
import { randomBytes } from "node:crypto";
import type { Query, StoredDocument, Transaction } from "#ports/documents.ts";
import type { Identity } from "#ports/identity.ts";
import {
  type Account,
  LISTED_SESSIONS_MAX,
  type OpenSession,
  SESSION_LIFETIMES_MS,
  SESSION_UPDATE_MS,
  type Session,
} from "#stores/account-types.ts";
import {
  ACCOUNTS_COLLECTION,
  type AccountStoreDependencies,
  type AccountWithIdentity,
  accountFromDocument,
  accountFromIdentity,
  type StoredAccount,
} from "./account-document.ts";

const SESSIONS = "sessions";
/** Maximum number of sessions per account. A further session ends the least recently used session. */
const SESSIONS_MAX = 50;
/** Maximum number of expired sessions that a sign-in deletes. */
const SWEPT_MAX = 100;

type StoredSession = {
  readonly account: string;
  readonly openedAt: string;
  readonly usedAt: string;
  readonly expiresAt: string;
  /** Time of the last check of the password or passkey; null if unknown. */
  readonly confirmedAt: string | null;
  readonly device: string;
  /** `Identity.sessionsValidAfter` at the sign-in. If the identity's value changes later, the session ends. */
  readonly validAfter: string | null;
};

const sessionOf = ({ content }: StoredDocument): StoredSession => ({
  account: "",
  openedAt: "",
  usedAt: "",
  expiresAt: "",
  confirmedAt: null,
  device: "",
  validAfter: null,
  ...(content as Partial<StoredSession>),
});

const sessionsOf = (id: string): Query => ({ where: { field: "account", equals: id } });

export const querySessions = (transaction: Transaction, id: string): Promise<StoredDocument[]> =>
  transaction.query(SESSIONS, sessionsOf(id));

export function endSessions(transaction: Transaction, sessions: readonly StoredDocument[]): void {
  for (const { id } of sessions) transaction.delete(SESSIONS, id);
}

/** Creates a session. `open` stores the session in a transaction. `of` returns the session with its token. */
export async function newSession({ fingerprintOf, now }: AccountStoreDependencies, identity: Identity, device: string) {
  const token = randomBytes(32).toString("base64url");
  const fingerprint = await fingerprintOf(token);
  const at = now();
  const expiresAt = endOf(at, at);
  const instant = at.toISOString();
  const session: StoredSession = {
    account: identity.id,
    openedAt: instant,
    usedAt: instant,
    confirmedAt: instant,
    device,
    expiresAt: expiresAt.toISOString(),
    validAfter: identity.sessionsValidAfter,
  };
  return {
    open: (transaction: Transaction) => transaction.create(SESSIONS, fingerprint, session),
    of: (account: StoredAccount): Session => ({ token, expiresAt, account: accountFromIdentity(identity, account) }),
  };
}

const endOf = (openedAt: Date, at: Date): Date =>
  new Date(Math.min(at.getTime() + SESSION_LIFETIMES_MS.idle, openedAt.getTime() + SESSION_LIFETIMES_MS.absolute));

/** @returns the sessions to delete at a sign-in: expired sessions, and the account's sessions above `SESSIONS_MAX` */
export async function querySessionsToEnd(transaction: Transaction, id: string, now: Date): Promise<StoredDocument[]> {
  const until = { where: { field: "expiresAt", to: now.toISOString() }, limit: SWEPT_MAX };
  const over = await transaction.query(SESSIONS, until);
  const open = openOnes(await querySessions(transaction, id), now);
  return [...over, ...open.slice(SESSIONS_MAX - 1)];
}

const openOnes = (sessions: readonly StoredDocument[], now: Date): StoredDocument[] =>
  sessions
    .filter((document) => new Date(sessionOf(document).expiresAt) > now)
    .sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));

const orderOf = (session: StoredDocument): string => `${sessionOf(session).usedAt} ${sessionOf(session).openedAt}`;

type Current = AccountWithIdentity & { readonly fingerprint: string; readonly session: StoredSession };

export async function currentSession(
  { documents, identities, fingerprintOf, now }: AccountStoreDependencies,
  token: string,
) {
  const fingerprint = await fingerprintOf(token);
  const found = await documents.get(SESSIONS, fingerprint);
  const session = found && sessionOf(found);
  if (!session || new Date(session.expiresAt) <= now()) return null;
  const [identity, account] = await Promise.all([
    identities.find(session.account),
    documents.get(ACCOUNTS_COLLECTION, session.account),
  ]);
  if (!identity || identity.disabled || identity.sessionsValidAfter !== session.validAfter) return null;
  return { identity, stored: accountFromDocument(account), fingerprint, session } satisfies Current;
}

/** @returns false if the session no longer exists */
export const updateSession = (
  { documents }: AccountStoreDependencies,
  { fingerprint }: Current,
  fields: Partial<StoredSession>,
): Promise<boolean> =>
  documents.transaction(async (transaction) => {
    const found = await transaction.get(SESSIONS, fingerprint);
    if (found) transaction.update(SESSIONS, fingerprint, fields);
    return found !== null;
  });

export function createSessionStore(parts: AccountStoreDependencies) {
  const { documents, identities, fingerprintOf, report, now } = parts;
  return {
    /** @returns null if the session is unknown, revoked or expired */
    async findSession(token: string): Promise<Account | null> {
      const current = await currentSession(parts, token);
      if (!current) return null;
      const { openedAt, usedAt } = current.session;
      const at = now();
      // Do not await this write. A slow or failed write must not affect the request.
      if (at.getTime() - Date.parse(usedAt) >= SESSION_UPDATE_MS)
        updateSession(parts, current, {
          usedAt: at.toISOString(),
          expiresAt: endOf(new Date(openedAt), at).toISOString(),
        }).catch(() => {});
      return accountFromIdentity(current.identity, current.stored);
    },

    async signOut(token: string): Promise<void> {
      const fingerprint = await fingerprintOf(token);
      const last = await documents.transaction(async (transaction) => {
        const found = await transaction.get(SESSIONS, fingerprint);
        if (!found) return null;
        const { account } = sessionOf(found);
        const open = openOnes(await querySessions(transaction, account), now());
        endSessions(transaction, [found]);
        return open.some(({ id }) => id !== fingerprint) ? null : account;
      });
      // The session is already deleted, so only log an error of the identity provider.
      if (last) await identities.revoke(last).catch((error: unknown) => report(error, "sign-out"));
    },

    /** @returns time of the last check of the password or passkey in the session; null if unknown */
    async readConfirmedAt(token: string): Promise<Date | null> {
      const at = (await currentSession(parts, token))?.session.confirmedAt;
      return at ? new Date(at) : null;
    },

    /** Checks the password again. @returns false if the password is wrong or the session is unknown */
    async confirm(token: string, password: string): Promise<boolean> {
      const current = await currentSession(parts, token);
      if (!current) return false;
      const { id, email } = current.identity;
      if ((await identities.verify(email, password, "committee")) !== id) return false;
      const at = now().toISOString();
      return updateSession(parts, current, { usedAt: at, confirmedAt: at });
    },

    /** @returns the open sessions of the account, last used first, at most `LISTED_SESSIONS_MAX` */
    async listSessions(token: string): Promise<OpenSession[]> {
      const current = await currentSession(parts, token);
      if (!current) return [];
      const open = openOnes(await documents.query(SESSIONS, sessionsOf(current.identity.id)), now());
      return open.slice(0, LISTED_SESSIONS_MAX).map((document) => {
        const { device, openedAt, usedAt } = sessionOf(document);
        const isCurrent = document.id === current.fingerprint;
        return { device, openedAt: new Date(openedAt), usedAt: new Date(usedAt), current: isCurrent };
      });
    },

    /** Ends all sessions of the account, except the session of `token`. */
    async endOtherSessions(token: string): Promise<void> {
      const current = await currentSession(parts, token);
      if (!current) return;
      await documents.transaction(async (transaction) => {
        const all = await querySessions(transaction, current.identity.id);
        const others = all.filter(({ id }) => id !== current.fingerprint);
        if (others.length < all.length) endSessions(transaction, others);
      });
    },
  };
}
