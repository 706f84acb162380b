/** Sessions of the local accounts, in the table `session`: fingerprints of what the browsers hold. */
import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { transaction } from "#adapters/embedded/transaction.ts";
import { SESSION_LIFETIMES_MS } from "#domain/accounts/session-lifetime.ts";
import {
  type Account,
  type Authenticator,
  SESSION_NOTED_EVERY_MS,
  SESSIONS_LISTED,
  type Session,
} from "#ports/authenticator.ts";

/** A row with its account. Instants are texts, as in the tables. */
type Row = {
  id: string;
  email: string;
  firstName: string;
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
type Own = Pick<Authenticator, "findSession" | "signOut" | "readConfirmedAt" | "listSessions" | "endOtherSessions">;

export type AccountSessions = ReturnType<typeof accountSessions>;

export function accountSessions({ db, fingerprintOf, now }: { db: DatabaseSync } & Fingerprints) {
  const { current, ...own } = ownSessions({ db, fingerprintOf, now });
  return {
    own: own satisfies Own,

    /** Opens a session with a password that was just typed; within a transaction. */
    open({ id, email, firstName }: Account, device: string): Session {
      const at = now();
      const token = randomBytes(32).toString("base64url");
      const expiresAt = endOf(at, at);
      db.prepare("DELETE FROM session WHERE expiresAt <= ?").run(at.toISOString());
      db.prepare(
        `INSERT INTO session (userId, token, expiresAt, createdAt, updatedAt, confirmedAt, userAgent)
         VALUES (?, ?, ?, :at, :at, :at, ?)`,
      ).run({ at: at.toISOString() }, id, fingerprintOf(token), expiresAt.toISOString(), device);
      return { token, expiresAt, account: { id, email, firstName } };
    },

    /** @returns the account of an open session */
    accountOf: (token: string): Account | null => current(token),

    /** Notes that the password was right. @returns whether the session is open */
    noteConfirmed(token: string): boolean {
      if (!current(token)) return false;
      const noting = db.prepare("UPDATE session SET confirmedAt = :at, updatedAt = :at WHERE token = :token");
      return noting.run({ token: fingerprintOf(token), at: now().toISOString() }).changes === 1;
    },

    /** Ends all sessions of an account. */
    endAll: (id: string): void => void db.prepare("DELETE FROM session WHERE userId = ?").run(id),
  };
}

const ROWS = `SELECT user.id, email, firstName, token, createdAt, updatedAt, expiresAt, confirmedAt, userAgent
  FROM session JOIN user ON user.id = userId`;

function ownSessions({ db, fingerprintOf, now }: { db: DatabaseSync } & Fingerprints) {
  function current(token: string): Row | null {
    const row = db.prepare(`${ROWS} WHERE token = ?`).get(fingerprintOf(token)) as Row | undefined;
    return row && new Date(row.expiresAt) > now() ? row : null;
  }

  /** Skipped while the database is locked: the next page notes it. */
  function noteUse({ token, createdAt }: Row): void {
    try {
      const end = endOf(new Date(createdAt), now()).toISOString();
      db.prepare("UPDATE session SET expiresAt = ?, updatedAt = ? WHERE token = ?").run(
        end,
        now().toISOString(),
        token,
      );
    } catch {}
  }

  return {
    current,

    async findSession(token: string) {
      const row = current(token);
      if (!row) return null;
      if (now().getTime() - Date.parse(row.updatedAt) >= SESSION_NOTED_EVERY_MS) noteUse(row);
      return { id: row.id, email: row.email, firstName: row.firstName };
    },

    async signOut(token: string) {
      await transaction(db, () => db.prepare("DELETE FROM session WHERE token = ?").run(fingerprintOf(token)));
    },

    async readConfirmedAt(token: string) {
      const at = current(token)?.confirmedAt;
      return at ? new Date(at) : null;
    },

    async listSessions(token: string) {
      const mine = current(token);
      const rows = db.prepare(
        `${ROWS} WHERE userId = ? AND expiresAt > ? ORDER BY updatedAt DESC, createdAt DESC LIMIT ${SESSIONS_LISTED}`,
      );
      return (mine ? (rows.all(mine.id, now().toISOString()) as Row[]) : []).map((row) => ({
        device: row.userAgent ?? "",
        openedAt: new Date(row.createdAt),
        usedAt: new Date(row.updatedAt),
        current: row.token === mine?.token,
      }));
    },

    async endOtherSessions(token: string) {
      await transaction(db, () => {
        const mine = current(token);
        if (mine) db.prepare("DELETE FROM session WHERE userId = ? AND token <> ?").run(mine.id, mine.token);
      });
    },
  };
}

/** When a session ends that is used now. */
const endOf = (openedAt: Date, at: Date): Date =>
  new Date(Math.min(at.getTime() + SESSION_LIFETIMES_MS.idle, openedAt.getTime() + SESSION_LIFETIMES_MS.absolute));
