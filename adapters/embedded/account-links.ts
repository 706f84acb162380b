/** One-time links to a password, one at most for each account: kept as fingerprints of what the people hold. */
import { randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { DUREES_LIEN_MS, type GenreDeLien } from "#domain/lien-compte.ts";
import { accepte, type Resultat, refuse } from "#domain/resultat.ts";
import type { Compte, Lien, RefusDeLien } from "#ports/authenticator.ts";
import type { Fingerprints } from "./account-sessions.ts";

export type AccountLinks = ReturnType<typeof accountLinks>;

export function accountLinks({ db, fingerprintOf, now }: { db: DatabaseSync } & Fingerprints) {
  return {
    /** Gives an account its one link, in place of the one before; within a transaction. */
    give({ id, email }: Compte, genre: GenreDeLien, lastsMs = DUREES_LIEN_MS[genre]): Lien {
      const jeton = randomBytes(32).toString("base64url");
      const expireLe = new Date(now().getTime() + lastsMs);
      db.prepare("INSERT OR REPLACE INTO lien_compte (userId, empreinte, genre, expireLe) VALUES (?, ?, ?, ?)").run(
        id,
        fingerprintOf(jeton),
        genre,
        expireLe.toISOString(),
      );
      return { jeton, genre, expireLe, compte: { id, email } };
    },

    read(jeton: string): Resultat<Omit<Lien, "jeton">, RefusDeLien> {
      const row = db
        .prepare("SELECT id, email, genre, expireLe FROM lien_compte JOIN user ON id = userId WHERE empreinte = ?")
        .get(fingerprintOf(jeton));
      if (!row) return refuse("inconnu");
      const { id, email, genre, expireLe } = row as Compte & { genre: GenreDeLien; expireLe: string };
      if (new Date(expireLe) <= now()) return refuse("expire");
      return accepte({ compte: { id, email }, genre, expireLe: new Date(expireLe) });
    },

    drop: (id: string): void => void db.prepare("DELETE FROM lien_compte WHERE userId = ?").run(id),
  };
}
