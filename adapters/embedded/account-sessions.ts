/** Sessions of the local accounts, in the table `session`: fingerprints of what the browsers hold. */
import { randomBytes, randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import {
  type Authenticator,
  type Compte,
  type OpenSession,
  SESSION_NOTED_EVERY_MS,
  SESSIONS_LISTED,
  type Session,
} from "#ports/authenticator.ts";

/** A row with its account. Instants are texts, as in the tables. */
type Row = {
  id: string;
  email: string;
  token: string;
  createdAt: string;
  updatedAt: string;
  expiresAt: string;
  confirmedAt: string | null;
  userAgent: string | null;
};

/** What the port says of sessions, but for what needs a password. */
type Own = Pick<Authenticator, "session" | "signOut" | "confirmedAt" | "sessions" | "endOtherSessions">;

/**
 * @param fingerprintOf what is kept of a token
 * @param now the present instant
 */
export function accountSessions({
  db,
  fingerprintOf,
  now,
}: {
  db: DatabaseSync;
  fingerprintOf: (token: string) => string;
  now: () => Date;
}) {
  const rows = sessionRows(db);

  function current(token: string): Row | null {
    const row = rows.read(fingerprintOf(token));
    return row && new Date(row.expiresAt) > now() ? row : null;
  }

  /** What cannot be noted keeps nobody out. */
  function noteUse({ token, createdAt }: Row): void {
    try {
      rows.note(token, endOf(new Date(createdAt), now()), now());
    } catch {}
  }

  const own: Own = {
    async session(token) {
      const row = current(token);
      if (!row) return null;
      if (now().getTime() - Date.parse(row.updatedAt) >= SESSION_NOTED_EVERY_MS) noteUse(row);
      return { id: row.id, email: row.email };
    },

    async signOut(token) {
      rows.end(fingerprintOf(token));
    },

    async confirmedAt(token) {
      const at = current(token)?.confirmedAt;
      return at ? new Date(at) : null;
    },

    async sessions(token) {
      const mine = current(token);
      return mine ? rows.ofAccount(mine.id, now()).map((row) => openSession(row, row.token === mine.token)) : [];
    },

    async endOtherSessions(token) {
      const mine = current(token);
      if (mine) rows.endAll(mine.id, mine.token);
    },
  };

  return {
    own,

    /** Opens a session with a password that was just typed; within a transaction. */
    open({ id, email }: Compte, device: string): Session {
      const at = now();
      const jeton = randomBytes(32).toString("base64url");
      const expireLe = endOf(at, at);
      rows.add(id, fingerprintOf(jeton), device, expireLe, at);
      return { jeton, expireLe, compte: { id, email } };
    },

    /** @returns the account of an open session */
    accountOf: (token: string): Compte | null => current(token),

    /** Notes that the password was right. @returns whether the session is open */
    noteConfirmed: (token: string): boolean => current(token) !== null && rows.confirm(fingerprintOf(token), now()),

    /** Ends all sessions of an account. */
    endAll: (id: string): void => rows.endAll(id),
  };
}

/** When a session ends that is used now. */
const endOf = (openedAt: Date, at: Date): Date =>
  new Date(Math.min(at.getTime() + DUREES_SESSION_MS.repos, openedAt.getTime() + DUREES_SESSION_MS.absolue));

const openSession = ({ userAgent, createdAt, updatedAt }: Row, current: boolean): OpenSession => ({
  device: userAgent ?? "",
  openedAt: new Date(createdAt),
  usedAt: new Date(updatedAt),
  current,
});

const COLUMNS = `user.id, user.email, session.token, session.createdAt, session.updatedAt, session.expiresAt,
    session.confirmedAt, session.userAgent`;

function sessionRows(db: DatabaseSync) {
  const adding = db.prepare(
    `INSERT INTO session (id, userId, token, expiresAt, createdAt, updatedAt, confirmedAt, ipAddress, userAgent)
     VALUES (:id, :account, :token, :expiresAt, :at, :at, :at, '', :device)`,
  );
  const reading = db.prepare(`SELECT ${COLUMNS} FROM session JOIN user ON user.id = session.userId WHERE token = ?`);
  const listing = db.prepare(
    `SELECT ${COLUMNS} FROM session JOIN user ON user.id = session.userId
     WHERE userId = ? AND expiresAt > ? ORDER BY session.updatedAt DESC, session.createdAt DESC LIMIT ${SESSIONS_LISTED}`,
  );
  const noting = db.prepare("UPDATE session SET expiresAt = ?, updatedAt = ? WHERE token = ?");
  const confirming = db.prepare("UPDATE session SET confirmedAt = :at, updatedAt = :at WHERE token = :token");
  const ending = db.prepare("DELETE FROM session WHERE token = ?");
  const endingAll = db.prepare("DELETE FROM session WHERE userId = ? AND token <> ?");
  const forgettingExpired = db.prepare("DELETE FROM session WHERE expiresAt <= ?");
  const notingSignIn = db.prepare("UPDATE user SET derniereConnexion = ? WHERE id = ?");

  return {
    /** Notes also that the account signed in. */
    add(account: string, token: string, device: string, expiresAt: Date, openedAt: Date): void {
      const at = openedAt.toISOString();
      forgettingExpired.run(at);
      adding.run({ id: randomUUID(), account, token, expiresAt: expiresAt.toISOString(), at, device });
      notingSignIn.run(at, account);
    },

    /** @returns the session with this fingerprint, expired or not; null when there is none */
    read: (token: string): Row | null => (reading.get(token) as Row | undefined) ?? null,

    ofAccount: (accountId: string, at: Date): Row[] => listing.all(accountId, at.toISOString()) as Row[],

    note: (token: string, expiresAt: Date, at: Date): void =>
      void noting.run(expiresAt.toISOString(), at.toISOString(), token),

    /** @returns whether there was such a session */
    confirm: (token: string, at: Date): boolean => confirming.run({ token, at: at.toISOString() }).changes === 1,

    end: (token: string): void => void ending.run(token),

    /** @param except fingerprint of a session that stays */
    endAll: (accountId: string, except = ""): void => void endingAll.run(accountId, except),
  };
}
