CREATE TABLE documents (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (collection, id)
) STRICT;

CREATE TABLE health (writes INTEGER NOT NULL) STRICT;
INSERT INTO health (writes) VALUES (0);
