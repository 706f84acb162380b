-- Exact days, hour and state of an event; when each document was last written; events that were deleted.
-- When a document was written before this is not known: the moment of this migration stands for it.
ALTER TABLE membres ADD COLUMN modifie_le TEXT NOT NULL DEFAULT '';
UPDATE membres SET modifie_le = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');

ALTER TABLE evenements ADD COLUMN modifie_le TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Du TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Au TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Heure TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Etat TEXT NOT NULL DEFAULT '';
UPDATE evenements SET modifie_le = strftime('%Y-%m-%dT%H:%M:%fZ', 'now');

-- The last fields of an event that was deleted; `modifie_le` is when. `sequence` comes from the counter of revisions.
CREATE TABLE evenements_retires (
  id TEXT PRIMARY KEY,
  sequence INTEGER NOT NULL,
  modifie_le TEXT NOT NULL,
  Nom TEXT NOT NULL,
  Date TEXT NOT NULL,
  Du TEXT NOT NULL,
  Au TEXT NOT NULL,
  Heure TEXT NOT NULL,
  Lieu TEXT NOT NULL,
  AfterMovie TEXT NOT NULL,
  Etat TEXT NOT NULL
) STRICT;

CREATE INDEX evenements_retires_par_date ON evenements_retires (modifie_le);
