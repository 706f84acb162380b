CREATE TABLE documents (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (collection, id)
) STRICT;
