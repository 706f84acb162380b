/** Sessions of the local accounts, in the table `session`: fingerprints of what the browsers hold. */
import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import {
  type Authenticator,
  type Compte,
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

export type Fingerprints = {
  /** What is kept of a token. */
  fingerprintOf: (token: string) => string;
  /** The present instant. */
  now: () => Date;
};

/** What the port says of sessions, but for what needs a password. */
type Own = Pick<Authenticator, "session" | "signOut" | "confirmedAt" | "sessions" | "endOtherSessions">;

export type AccountSessions = ReturnType<typeof accountSessions>;

export function accountSessions({ db, fingerprintOf, now }: { db: DatabaseSync } & Fingerprints) {
  const adding = db.prepare(
    `INSERT INTO session (userId, token, expiresAt, createdAt, updatedAt, confirmedAt, userAgent)
     VALUES (:account, :token, :expiresAt, :at, :at, :at, :device)`,
  );
  const confirming = db.prepare("UPDATE session SET confirmedAt = :at, updatedAt = :at WHERE token = :token");
  const endingAll = db.prepare("DELETE FROM session WHERE userId = ?");
  const forgettingExpired = db.prepare("DELETE FROM session WHERE expiresAt <= ?");
  const { current, ...own } = ownSessions({ db, fingerprintOf, now });

  return {
    own: own satisfies Own,

    /** Opens a session with a password that was just typed; within a transaction. */
    open({ id, email }: Compte, device: string): Session {
      const at = now();
      const jeton = randomBytes(32).toString("base64url");
      const expireLe = endOf(at, at);
      const instants = { at: at.toISOString(), expiresAt: expireLe.toISOString() };
      forgettingExpired.run(instants.at);
      adding.run({ account: id, token: fingerprintOf(jeton), device, ...instants });
      return { jeton, expireLe, compte: { id, email } };
    },

    /** @returns the account of an open session */
    accountOf: (token: string): Compte | null => current(token),

    /** Notes that the password was right. @returns whether the session is open */
    noteConfirmed: (token: string): boolean =>
      current(token) !== null && confirming.run({ token: fingerprintOf(token), at: now().toISOString() }).changes === 1,

    /** Ends all sessions of an account. */
    endAll: (id: string): void => void endingAll.run(id),
  };
}

const COLUMNS = "user.id, email, token, createdAt, updatedAt, expiresAt, confirmedAt, userAgent";

function ownSessions({ db, fingerprintOf, now }: { db: DatabaseSync } & Fingerprints) {
  const reading = db.prepare(`SELECT ${COLUMNS} FROM session JOIN user ON user.id = userId WHERE token = ?`);
  const listing = db.prepare(
    `SELECT ${COLUMNS} FROM session JOIN user ON user.id = userId WHERE userId = ? AND expiresAt > ?
     ORDER BY updatedAt DESC, createdAt DESC LIMIT ${SESSIONS_LISTED}`,
  );
  const noting = db.prepare("UPDATE session SET expiresAt = ?, updatedAt = ? WHERE token = ?");
  const ending = db.prepare("DELETE FROM session WHERE token = ?");
  const endingOthers = db.prepare("DELETE FROM session WHERE userId = ? AND token <> ?");

  function current(token: string): Row | null {
    const row = reading.get(fingerprintOf(token)) as Row | undefined;
    return row && new Date(row.expiresAt) > now() ? row : null;
  }

  /** What cannot be noted keeps nobody out. */
  function noteUse({ token, createdAt }: Row): void {
    try {
      noting.run(endOf(new Date(createdAt), now()).toISOString(), now().toISOString(), token);
    } catch {}
  }

  return {
    current,

    async session(token: string) {
      const row = current(token);
      if (!row) return null;
      if (now().getTime() - Date.parse(row.updatedAt) >= SESSION_NOTED_EVERY_MS) noteUse(row);
      return { id: row.id, email: row.email };
    },

    async signOut(token: string) {
      ending.run(fingerprintOf(token));
    },

    async confirmedAt(token: string) {
      const at = current(token)?.confirmedAt;
      return at ? new Date(at) : null;
    },

    async sessions(token: string) {
      const mine = current(token);
      const rows = mine ? (listing.all(mine.id, now().toISOString()) as Row[]) : [];
      return rows.map(({ userAgent, createdAt, updatedAt, token: other }) => ({
        device: userAgent ?? "",
        openedAt: new Date(createdAt),
        usedAt: new Date(updatedAt),
        current: other === mine?.token,
      }));
    },

    async endOtherSessions(token: string) {
      const mine = current(token);
      if (mine) endingOthers.run(mine.id, mine.token);
    },
  };
}

/** When a session ends that is used now. */
const endOf = (openedAt: Date, at: Date): Date =>
  new Date(Math.min(at.getTime() + DUREES_SESSION_MS.repos, openedAt.getTime() + DUREES_SESSION_MS.absolue));
