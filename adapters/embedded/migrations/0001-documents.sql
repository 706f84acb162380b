CREATE TABLE documents (
  collection TEXT NOT NULL,
  id TEXT NOT NULL,
  version TEXT NOT NULL,
  changed_at TEXT NOT NULL,
  content TEXT NOT NULL CHECK (json_valid(content)),
  PRIMARY KEY (collection, id)
) STRICT;

CREATE TABLE images (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  collection TEXT NOT NULL CHECK (collection IN ('evenements', 'membres', 'accueil')),
  id TEXT NOT NULL,
  key TEXT NOT NULL,
  width INTEGER NOT NULL,
  height INTEGER NOT NULL,
  set_aside INTEGER NOT NULL DEFAULT 0 CHECK (set_aside IN (0, 1)),
  added_at TEXT NOT NULL,
  tint TEXT NOT NULL DEFAULT '',
  focus TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX images_by_folder ON images (collection, id, set_aside, number);
CREATE INDEX images_by_key ON images (key);

CREATE TABLE health (writes INTEGER NOT NULL) STRICT;
INSERT INTO health (writes) VALUES (0);
