-- One-time links to a password, and when somebody last signed in.
-- Instants are texts in UTC as `2025-08-01T20:15:00.000Z`.

-- Null: never.
ALTER TABLE user ADD COLUMN derniereConnexion DATE;

-- One link at most for each account. `empreinte` is a fingerprint of what the person holds.
CREATE TABLE lien_compte (
  userId TEXT NOT NULL PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  empreinte TEXT NOT NULL UNIQUE,
  genre TEXT NOT NULL CHECK (genre IN ('invitation', 'reinitialisation')),
  expireLe TEXT NOT NULL
) STRICT;
