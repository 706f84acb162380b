/**
 * Open sessions: a document each in the collection `sessions`, under the fingerprint of its token. A session is open
 * while its document is there and the provider has revoked nothing since.
 */
import { randomBytes } from "node:crypto";
import { SESSION_LIFETIMES_MS } from "#domain/accounts/session-lifetime.ts";
import type { Query, StoredDocument, Transaction } from "#ports/documents.ts";
import type { Identity } from "#ports/identity.ts";
import { type Authenticator, SESSION_NOTED_EVERY_MS, SESSIONS_LISTED, type Session } from "#stores/account-types.ts";
import { ACCOUNTS, accountOf, type KeptAccount, keptOf, type Member, type Parts } from "./account-document.ts";

const SESSIONS = "sessions";
/** Most sessions that an account has: the one that was used longest ago ends for another one. */
const SESSIONS_MAX = 50;
/** Sessions that are over, of whomever, and go when somebody signs in. */
const SWEPT_MAX = 100;

/** A session as it is kept. Instants are texts. */
type KeptSession = {
  readonly account: string;
  readonly openedAt: string;
  readonly usedAt: string;
  readonly expiresAt: string;
  /** When the password was last typed in it; null: not known. */
  readonly confirmedAt: string | null;
  /** Short words for the device. */
  readonly device: string;
  /** What the provider had revoked until it was opened, in its words. */
  readonly validAfter: string | null;
};

const sessionOf = ({ content }: StoredDocument): KeptSession => ({
  ...{ account: "", openedAt: "", usedAt: "", expiresAt: "", confirmedAt: null, device: "", validAfter: null },
  ...(content as Partial<KeptSession>),
});

const sessionsOf = (id: string): Query => ({ where: { field: "account", equals: id } });

export const querySessions = (transaction: Transaction, id: string): Promise<StoredDocument[]> =>
  transaction.query(SESSIONS, sessionsOf(id));

/** @param sessions as they were read in the transaction */
export function endSessions(transaction: Transaction, sessions: readonly StoredDocument[]): void {
  for (const { id } of sessions) transaction.delete(SESSIONS, id);
}

/** A session that is about to open, with a password that was just typed. */
export type NewSession = {
  open: (transaction: Transaction) => void;
  /** What its holder gets. */
  of: (kept: KeptAccount) => Session;
};

/** @param device short words for it */
export async function newSession(
  { fingerprintOf, now }: Parts,
  identity: Identity,
  device: string,
): Promise<NewSession> {
  const token = randomBytes(32).toString("base64url");
  const fingerprint = await fingerprintOf(token);
  const at = now();
  const expiresAt = endOf(at, at);
  const instant = at.toISOString();
  const kept: KeptSession = {
    ...{ account: identity.id, openedAt: instant, usedAt: instant, confirmedAt: instant, device },
    ...{ expiresAt: expiresAt.toISOString(), validAfter: identity.sessionsValidAfter },
  };
  return {
    open: (transaction) => transaction.create(SESSIONS, fingerprint, kept),
    of: (account) => ({ token, expiresAt, account: accountOf(identity, account) }),
  };
}

/** When a session ends that is used now. */
const endOf = (openedAt: Date, at: Date): Date =>
  new Date(Math.min(at.getTime() + SESSION_LIFETIMES_MS.idle, openedAt.getTime() + SESSION_LIFETIMES_MS.absolute));

/** @returns sessions that end when another one of an account opens: those over, of whomever, and those it has too many of */
export async function queryOutgoing(transaction: Transaction, id: string, now: Date): Promise<StoredDocument[]> {
  const until = { where: { field: "expiresAt", to: now.toISOString() }, limit: SWEPT_MAX };
  const over = await transaction.query(SESSIONS, until);
  const open = openOnes(await querySessions(transaction, id), now);
  return [...over, ...open.slice(SESSIONS_MAX - 1)];
}

/** @returns those that are not over, used last first */
const openOnes = (sessions: readonly StoredDocument[], now: Date): StoredDocument[] =>
  sessions.filter((one) => new Date(sessionOf(one).expiresAt) > now).sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1));

const orderOf = (session: StoredDocument): string => `${sessionOf(session).usedAt} ${sessionOf(session).openedAt}`;

type Current = Member & { readonly fingerprint: string; readonly session: KeptSession };

/** @returns the open session that a token is of, with its account; null when there is none */
async function currentSession({ documents, identities, fingerprintOf, now }: Parts, token: string) {
  const fingerprint = await fingerprintOf(token);
  const found = await documents.get(SESSIONS, fingerprint);
  const session = found && sessionOf(found);
  if (!session || new Date(session.expiresAt) <= now()) return null;
  const [identity, account] = await Promise.all([
    identities.find(session.account),
    documents.get(ACCOUNTS, session.account),
  ]);
  if (!identity || identity.disabled || identity.sessionsValidAfter !== session.validAfter) return null;
  return { identity, kept: keptOf(account), fingerprint, session } satisfies Current;
}

/** Notes something in a session. @returns whether it is still there */
const note = ({ documents }: Parts, { fingerprint }: Current, fields: Partial<KeptSession>): Promise<boolean> =>
  documents.transaction(async (transaction) => {
    const found = await transaction.get(SESSIONS, fingerprint);
    if (found) transaction.update(SESSIONS, fingerprint, fields);
    return found !== null;
  });

type InUse = Pick<Authenticator, "findSession" | "signOut" | "readConfirmedAt" | "confirm">;

export function sessionInUse(parts: Parts): InUse {
  const { documents, identities, fingerprintOf, report, now } = parts;
  return {
    async findSession(token) {
      const current = await currentSession(parts, token);
      if (!current) return null;
      const { openedAt, usedAt } = current.session;
      const at = now();
      // What cannot be noted keeps nobody out, and nobody waiting.
      if (at.getTime() - Date.parse(usedAt) >= SESSION_NOTED_EVERY_MS)
        note(parts, current, {
          ...{ usedAt: at.toISOString(), expiresAt: endOf(new Date(openedAt), at).toISOString() },
        }).catch(() => {});
      return accountOf(current.identity, current.kept);
    },

    async signOut(token) {
      const fingerprint = await fingerprintOf(token);
      const last = await documents.transaction(async (transaction) => {
        const found = await transaction.get(SESSIONS, fingerprint);
        if (!found) return null;
        const { account } = sessionOf(found);
        const open = openOnes(await querySessions(transaction, account), now());
        endSessions(transaction, [found]);
        return open.some(({ id }) => id !== fingerprint) ? null : account;
      });
      // The session has ended whether the provider hears of it or not.
      if (last) await identities.revoke(last).catch((fault: unknown) => report(fault, "sign-out"));
    },

    async readConfirmedAt(token) {
      const at = (await currentSession(parts, token))?.session.confirmedAt;
      return at ? new Date(at) : null;
    },

    async confirm(token, password) {
      const current = await currentSession(parts, token);
      if (!current) return false;
      const { id, email } = current.identity;
      if ((await identities.verify(email, password, "committee")) !== id) return false;
      const at = now().toISOString();
      return note(parts, current, { usedAt: at, confirmedAt: at });
    },
  };
}

type Listed = Pick<Authenticator, "listSessions" | "endOtherSessions">;

export function listedSessions(parts: Parts): Listed {
  const { documents, now } = parts;
  return {
    async listSessions(token) {
      const current = await currentSession(parts, token);
      if (!current) return [];
      const open = openOnes(await documents.query(SESSIONS, sessionsOf(current.identity.id)), now());
      return open.slice(0, SESSIONS_LISTED).map((one) => {
        const { device, openedAt, usedAt } = sessionOf(one);
        return {
          device,
          openedAt: new Date(openedAt),
          usedAt: new Date(usedAt),
          current: one.id === current.fingerprint,
        };
      });
    },

    async endOtherSessions(token) {
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
