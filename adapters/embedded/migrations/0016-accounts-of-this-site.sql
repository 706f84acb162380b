-- Accounts hold what the site uses: the tables and columns of a library for accounts go, and a password stands with its
-- account.
ALTER TABLE user ADD COLUMN password TEXT;
UPDATE user SET password = (SELECT account.password FROM account WHERE account.userId = user.id);
DROP TABLE account;
DROP TABLE verification;
ALTER TABLE user DROP COLUMN name;
ALTER TABLE user DROP COLUMN emailVerified;
ALTER TABLE user DROP COLUMN image;
ALTER TABLE user DROP COLUMN createdAt;
ALTER TABLE user DROP COLUMN updatedAt;

-- `token` is a fingerprint of what the browser holds: nobody can sign in with a copy of this table. `userAgent` holds
-- short words for the device. Null in `confirmedAt`: when the password was last typed is not known.
CREATE TABLE session_of_now (
  token TEXT NOT NULL PRIMARY KEY,
  userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  confirmedAt TEXT,
  userAgent TEXT
) STRICT;
INSERT INTO session_of_now
  SELECT token, userId, createdAt, updatedAt, expiresAt, confirmedAt, userAgent FROM session;
DROP TABLE session;
ALTER TABLE session_of_now RENAME TO session;
CREATE INDEX session_userId_idx ON session (userId);

-- The pages of the file that held all this are to be written anew (erasure.ts).
PRAGMA user_version = 1;
