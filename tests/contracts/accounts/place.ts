import type { DatabaseSync } from "node:sqlite";
import { createScryptIdentities } from "#adapters/scrypt/identities.ts";
import type { IdentityProvider } from "#ports/identity.ts";
import type { AccountStore } from "#stores/accounts.ts";
import { createAccountStore } from "#stores/accounts.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";

export const SECRET = "un-secret-de-test-qui-ne-sert-nulle-part-0123456789";

type Options = {
  secret?: string;
  now?: () => Date;
  identities?: IdentityProvider;
  report?: (error: unknown) => void;
};

/** @returns accounts in an open SQLite database; the site itself checks their passwords */
export function accountsIn(db: DatabaseSync, { secret = SECRET, identities, ...options }: Options = {}): AccountStore {
  const documents = documentsOf(db);
  const provider = identities ?? createScryptIdentities(documents);
  return createAccountStore({ documents, identities: provider, secret: async () => secret, ...options });
}

/** @returns the stored hash of an account's password */
export const hashKept = (db: DatabaseSync, email: string): string =>
  String(db.prepare(`SELECT content ->> 'password' AS hash ${OF_EMAIL}`).get(email)?.hash);

/** Replaces the stored hash. */
export const keepHash = (db: DatabaseSync, email: string, hash: string): void =>
  void db
    .prepare(
      `UPDATE documents SET content = json_set(content, '$.password', ?) WHERE rowid IN (SELECT rowid ${OF_EMAIL})`,
    )
    .run(hash, email);

const OF_EMAIL = "FROM documents WHERE collection = 'identities' AND content ->> 'email' = ?";
