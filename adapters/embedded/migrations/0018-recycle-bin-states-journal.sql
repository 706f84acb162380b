-- Paths of the pictures that came back with a card from the recycle bin, as JSON.
ALTER TABLE membres ADD COLUMN pictures TEXT NOT NULL DEFAULT '[]';
ALTER TABLE evenements ADD COLUMN pictures TEXT NOT NULL DEFAULT '[]';

-- Who wrote what last, as JSON of domain/person.ts, and the earlier states of it, as JSON of domain/history.ts, newest
-- first. States are the last column of every table: they are long, and who reads the others does not read past them.
ALTER TABLE membres ADD COLUMN updated_by TEXT NOT NULL DEFAULT 'null';
ALTER TABLE membres ADD COLUMN states TEXT NOT NULL DEFAULT '[]';
ALTER TABLE evenements ADD COLUMN updated_by TEXT NOT NULL DEFAULT 'null';
ALTER TABLE evenements ADD COLUMN states TEXT NOT NULL DEFAULT '[]';
-- The account of `updated_by`, which is its name; empty: an earlier version noted the address only.
ALTER TABLE settings ADD COLUMN updated_by_id TEXT NOT NULL DEFAULT '';
-- Path of the group photo; NULL with photo_known = 1: none. photo_known = 0: an earlier version saved last.
ALTER TABLE settings ADD COLUMN photo TEXT;
ALTER TABLE settings ADD COLUMN photo_known INTEGER NOT NULL DEFAULT 0;
ALTER TABLE settings ADD COLUMN states TEXT NOT NULL DEFAULT '[]';

-- What was deleted and can be brought back. `content`: the fields of a card, or an entry of the inbox, as JSON.
CREATE TABLE recycle_bin (
  key TEXT NOT NULL PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('membre', 'evenement', 'inscription', 'message')),
  id TEXT NOT NULL,
  content TEXT NOT NULL,
  pictures TEXT NOT NULL DEFAULT '[]',
  deleted_at TEXT NOT NULL,
  deleted_by TEXT NOT NULL DEFAULT 'null',
  states TEXT NOT NULL DEFAULT '[]'
) STRICT;
CREATE INDEX recycle_bin_by_date ON recycle_bin (deleted_at DESC, key);
-- Few entries have pictures, and each deletion and each sweep asks for them.
CREATE INDEX recycle_bin_pictures ON recycle_bin (pictures) WHERE pictures <> '[]';

-- What the committee did. `person` is the id of an account, empty for nobody.
CREATE TABLE journal (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  at TEXT NOT NULL,
  person TEXT NOT NULL DEFAULT '',
  name TEXT NOT NULL DEFAULT '',
  action TEXT NOT NULL,
  subject TEXT NOT NULL,
  thing TEXT NOT NULL DEFAULT ''
) STRICT;
CREATE INDEX journal_by_date ON journal (at DESC, number DESC);
CREATE INDEX journal_by_person ON journal (person, at DESC, number DESC);
CREATE INDEX journal_by_subject ON journal (subject, at DESC, number DESC);
CREATE INDEX journal_by_both ON journal (person, subject, at DESC, number DESC);

-- The version before hid a card's pictures first, then deleted the card, and took a deletion that a crash had cut short
-- back at its next start. From now on nobody names what is hidden so, and it would go.
UPDATE images SET set_aside = 0
WHERE collection = 'membres' AND id IN (SELECT id FROM membres) OR collection = 'evenements' AND id IN (SELECT id FROM evenements);

-- A picture's files are found by its key, to say whether they are to be seen.
CREATE INDEX images_by_key ON images (key);

-- What the others call the owner of an account.
ALTER TABLE user ADD COLUMN firstName TEXT NOT NULL DEFAULT '';
