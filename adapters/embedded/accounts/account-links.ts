/** One-time links to a password, one at most for each account: kept as fingerprints of what the people hold. */
import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { LINK_LIFETIMES_MS, type LinkKind } from "#domain/accounts/account-link.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import type { Account, AccountLink, LinkRefusal } from "#ports/authenticator.ts";
import type { Fingerprints } from "./account-sessions.ts";

export type AccountLinks = ReturnType<typeof accountLinks>;

export function accountLinks({ db, fingerprintOf, now }: { db: DatabaseSync } & Fingerprints) {
  return {
    /** Gives an account its one link, in place of the one before; within a transaction. */
    give({ id, email, firstName }: Account, kind: LinkKind, lastsMs = LINK_LIFETIMES_MS[kind]): AccountLink {
      const token = randomBytes(32).toString("base64url");
      const expiresAt = new Date(now().getTime() + lastsMs);
      db.prepare("INSERT OR REPLACE INTO account_link (userId, fingerprint, kind, expiresAt) VALUES (?, ?, ?, ?)").run(
        id,
        fingerprintOf(token),
        kind,
        expiresAt.toISOString(),
      );
      return { token, kind, expiresAt, account: { id, email, firstName } };
    },

    read(token: string): Result<Omit<AccountLink, "token">, LinkRefusal> {
      const row = db
        .prepare(
          "SELECT id, email, firstName, kind, expiresAt FROM account_link JOIN user ON id = userId WHERE fingerprint = ?",
        )
        .get(fingerprintOf(token));
      if (!row) return refuse("unknown");
      const { id, email, firstName, kind, expiresAt } = row as Account & { kind: LinkKind; expiresAt: string };
      if (new Date(expiresAt) <= now()) return refuse("expired");
      return accept({ account: { id, email, firstName }, kind, expiresAt: new Date(expiresAt) });
    },

    drop: (id: string): void => void db.prepare("DELETE FROM account_link WHERE userId = ?").run(id),
  };
}
