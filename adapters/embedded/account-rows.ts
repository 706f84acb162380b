/** Accounts, their passwords and links as rows. Everything is synchronous: it fits into one transaction. */
import { randomUUID } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import type { GenreDeLien } from "#domain/lien-compte.ts";
import type { Compte, CompteDuComite, Lien } from "#ports/authenticator.ts";

type Ligne = {
  id: string;
  email: string;
  derniereConnexion: string | null;
  peutEntrer: number;
  genre: GenreDeLien | null;
  expireLe: string | null;
};

const COMPTE = `SELECT user.id, user.email, user.derniereConnexion, account.password IS NOT NULL AS peutEntrer,
    lien_compte.genre, lien_compte.expireLe
  FROM user JOIN account ON account.userId = user.id LEFT JOIN lien_compte ON lien_compte.userId = user.id`;

/** @param db as `openDatabase` gave it */
export function accountRows(db: DatabaseSync) {
  const listing = db.prepare(`${COMPTE} ORDER BY user.email`);
  const byId = db.prepare(`${COMPTE} WHERE user.id = ?`);
  const byEmail = db.prepare(`${COMPTE} WHERE user.email = ?`);
  const findingOthers = db.prepare("SELECT 1 FROM account WHERE password IS NOT NULL AND userId <> ? LIMIT 1");
  const addingUser = db.prepare(
    `INSERT INTO user (id, name, email, emailVerified, createdAt, updatedAt) VALUES (:id, :email, :email, 1, :le, :le)
     ON CONFLICT (email) DO NOTHING`,
  );
  const addingPassword = db.prepare(
    `INSERT INTO account (id, accountId, providerId, userId, password, createdAt, updatedAt)
     VALUES (:id, :compte, 'credential', :compte, :hash, :le, :le)`,
  );
  const removing = db.prepare("DELETE FROM user WHERE id = ?");
  const readingPassword = db.prepare("SELECT password FROM account WHERE userId = ?");
  const writingPassword = db.prepare("UPDATE account SET password = ?, updatedAt = ? WHERE userId = ?");
  const puttingLink = db.prepare(
    `INSERT INTO lien_compte (userId, empreinte, genre, expireLe) VALUES (?, ?, ?, ?)
     ON CONFLICT (userId) DO UPDATE
     SET empreinte = excluded.empreinte, genre = excluded.genre, expireLe = excluded.expireLe`,
  );
  const readingLink = db.prepare(
    `SELECT user.id, user.email, genre, expireLe FROM lien_compte JOIN user ON user.id = userId WHERE empreinte = ?`,
  );
  const droppingLink = db.prepare("DELETE FROM lien_compte WHERE userId = ?");

  const lu = (ligne: object | undefined): CompteDuComite | null => (ligne ? compteDuComiteDe(ligne as Ligne) : null);

  return {
    list: (): CompteDuComite[] => listing.all().map((ligne) => compteDuComiteDe(ligne as Ligne)),
    byId: (id: string) => lu(byId.get(id)),
    byEmail: (email: string) => lu(byEmail.get(email)),

    /** Whether an account other than this one can sign in. */
    othersCanSignIn: (id: string): boolean => findingOthers.get(id) !== undefined,

    /** @param hash null: no password lets anybody in. @returns the account, or null when the address has one */
    add(email: string, hash: string | null, le: Date): Compte | null {
      const compte = { id: randomUUID(), email };
      if (addingUser.run({ ...compte, le: le.toISOString() }).changes === 0) return null;
      addingPassword.run({ id: randomUUID(), compte: compte.id, hash, le: le.toISOString() });
      return compte;
    },

    /** Removes an account with everything that hangs on it. */
    remove: (id: string): void => void removing.run(id),

    /** @returns the hash, or null when there is no account or no password */
    password(id: string): string | null {
      const hash = readingPassword.get(id)?.password;
      return typeof hash === "string" ? hash : null;
    },

    setPassword: (id: string, hash: string | null, le: Date): void =>
      void writingPassword.run(hash, le.toISOString(), id),

    /** Gives an account its one link, in place of the one before. */
    putLink: (id: string, empreinte: string, genre: GenreDeLien, expireLe: Date): void =>
      void puttingLink.run(id, empreinte, genre, expireLe.toISOString()),

    /** @returns the link with this fingerprint, expired or not; null when there is none */
    link(empreinte: string): Omit<Lien, "jeton"> | null {
      const ligne = readingLink.get(empreinte);
      if (!ligne) return null;
      const { id, email, genre, expireLe } = ligne as Compte & { genre: GenreDeLien; expireLe: string };
      return { compte: { id, email }, genre, expireLe: new Date(expireLe) };
    },

    dropLink: (id: string): void => void droppingLink.run(id),
  };
}

function compteDuComiteDe({ id, email, derniereConnexion, peutEntrer, genre, expireLe }: Ligne): CompteDuComite {
  return {
    id,
    email,
    derniereConnexion: derniereConnexion === null ? null : new Date(derniereConnexion),
    peutEntrer: peutEntrer === 1,
    lien: genre && expireLe ? { genre, expireLe: new Date(expireLe) } : null,
  };
}
