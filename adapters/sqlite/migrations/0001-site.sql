CREATE TABLE documents (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (collection, id)
) STRICT;

-- A rowid table, because one WITHOUT ROWID leaves deleted bytes behind. `bytes` is last, so that other columns are read
-- without it.
CREATE TABLE files (
  name TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL,
  created_at TEXT NOT NULL,
  generation TEXT NOT NULL,
  bytes BLOB NOT NULL
) STRICT;
