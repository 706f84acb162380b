/** Accounts and their passwords as rows. Everything is synchronous: it fits into one transaction. */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { LinkKind } from "#domain/accounts/account-link.ts";
import type { Account, CommitteeAccount } from "#ports/authenticator.ts";

type Row = {
  id: string;
  email: string;
  firstName: string;
  lastSignIn: string | null;
  canSignIn: number;
  kind: LinkKind | null;
  expiresAt: string | null;
};

const ACCOUNT = `SELECT id, email, firstName, lastSignIn, password IS NOT NULL AS canSignIn, kind, expiresAt
  FROM user LEFT JOIN account_link ON userId = id`;

export type AccountRows = ReturnType<typeof accountRows>;

/** @param db as `openDatabase` gave it */
export function accountRows(db: DatabaseSync) {
  const read = (where: string, value: string): CommitteeAccount | null => {
    const row = db.prepare(`${ACCOUNT} WHERE ${where} = ?`).get(value);
    return row ? accountOf(row as Row) : null;
  };
  return {
    list: (): CommitteeAccount[] =>
      db
        .prepare(`${ACCOUNT} ORDER BY email`)
        .all()
        .map((row) => accountOf(row as Row)),
    byId: (id: string) => read("id", id),
    byEmail: (email: string) => read("email", addressOf(email)),

    anyCanSignIn: (): boolean =>
      db.prepare("SELECT 1 FROM user WHERE password IS NOT NULL LIMIT 1").get() !== undefined,

    /** Whether an account other than this one can sign in. */
    othersCanSignIn: (id: string): boolean =>
      db.prepare("SELECT 1 FROM user WHERE password IS NOT NULL AND id <> ? LIMIT 1").get(id) !== undefined,

    /** @param hash null: no password lets anybody in. @returns the account, or null when the address has one */
    add(typed: string, hash: string | null, firstName = ""): Account | null {
      const [id, email] = [randomUUID(), addressOf(typed)];
      const adding = db.prepare(
        "INSERT INTO user (id, email, password, firstName) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
      );
      return adding.run(id, email, hash, firstName).changes === 0 ? null : { id, email, firstName };
    },

    /** @returns whether there is such an account */
    rename: (id: string, firstName: string): boolean =>
      db.prepare("UPDATE user SET firstName = ? WHERE id = ?").run(firstName, id).changes === 1,

    /** Removes an account with everything that hangs on it. */
    remove: (id: string): void => void db.prepare("DELETE FROM user WHERE id = ?").run(id),

    /** @returns the hash, or null when there is no account or no password */
    password(id: string): string | null {
      const hash = db.prepare("SELECT password FROM user WHERE id = ?").get(id)?.password;
      return typeof hash === "string" ? hash : null;
    },

    setPassword: (id: string, hash: string | null): void =>
      void db.prepare("UPDATE user SET password = ? WHERE id = ?").run(hash, id),

    noteSignIn: (id: string, at: Date): void =>
      void db.prepare("UPDATE user SET lastSignIn = ? WHERE id = ?").run(at.toISOString(), id),
  };
}

const addressOf = (email: string): string => email.trim().toLowerCase();

const accountOf = ({ id, email, firstName, lastSignIn, canSignIn, kind, expiresAt }: Row): CommitteeAccount => ({
  id,
  email,
  firstName,
  lastSignIn: lastSignIn === null ? null : new Date(lastSignIn),
  canSignIn: canSignIn === 1,
  link: kind && expiresAt ? { kind, expiresAt: new Date(expiresAt) } : null,
});
