CREATE TABLE documents (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (collection, id)
) STRICT;

CREATE TABLE user (
  id TEXT NOT NULL PRIMARY KEY,
  email TEXT NOT NULL UNIQUE,
  lastSignIn TEXT,
  password TEXT,
  firstName TEXT NOT NULL DEFAULT ''
);

CREATE TABLE account_link (
  userId TEXT NOT NULL PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  fingerprint TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL CHECK (kind IN ('invitation', 'reinitialisation')),
  expiresAt TEXT NOT NULL
) STRICT;

CREATE TABLE session (
  token TEXT NOT NULL PRIMARY KEY,
  userId TEXT NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  createdAt TEXT NOT NULL,
  updatedAt TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  confirmedAt TEXT,
  userAgent TEXT
) STRICT;
CREATE INDEX session_userId_idx ON session (userId);

CREATE TABLE health (writes INTEGER NOT NULL) STRICT;
INSERT INTO health (writes) VALUES (0);
