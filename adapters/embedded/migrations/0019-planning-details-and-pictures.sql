-- What an event says of itself besides name, days and place, whether it is announced.
-- `picture`: path of a card's picture as JSON, `null` for none; empty: an earlier version wrote it last, and it is the one
-- that was added last. The states stay the last column of every table.
ALTER TABLE evenements RENAME COLUMN states TO earlier_states;
ALTER TABLE evenements ADD COLUMN EndTime TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Details TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Price TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN MinimumAge TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Tickets TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Contact TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN Publication TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE evenements ADD COLUMN states TEXT NOT NULL DEFAULT '[]';
UPDATE evenements SET states = earlier_states;
UPDATE evenements SET picture = json_quote(json_extract(pictures, '$[#-1]')) WHERE pictures <> '[]';
ALTER TABLE evenements DROP COLUMN earlier_states;
ALTER TABLE evenements DROP COLUMN pictures;
-- Few events are drafts, and each minute somebody asks which of them are to be announced.
CREATE INDEX evenements_drafts ON evenements (Publication) WHERE Publication <> '';

ALTER TABLE membres RENAME COLUMN states TO earlier_states;
ALTER TABLE membres ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE membres ADD COLUMN states TEXT NOT NULL DEFAULT '[]';
UPDATE membres SET states = earlier_states;
UPDATE membres SET picture = json_quote(json_extract(pictures, '$[#-1]')) WHERE pictures <> '[]';
ALTER TABLE membres DROP COLUMN earlier_states;
ALTER TABLE membres DROP COLUMN pictures;

ALTER TABLE deleted_evenements ADD COLUMN EndTime TEXT NOT NULL DEFAULT '';
ALTER TABLE deleted_evenements ADD COLUMN Details TEXT NOT NULL DEFAULT '';
ALTER TABLE deleted_evenements ADD COLUMN Price TEXT NOT NULL DEFAULT '';
ALTER TABLE deleted_evenements ADD COLUMN MinimumAge TEXT NOT NULL DEFAULT '';
ALTER TABLE deleted_evenements ADD COLUMN Tickets TEXT NOT NULL DEFAULT '';
ALTER TABLE deleted_evenements ADD COLUMN Contact TEXT NOT NULL DEFAULT '';
ALTER TABLE deleted_evenements ADD COLUMN Publication TEXT NOT NULL DEFAULT '';

ALTER TABLE recycle_bin RENAME COLUMN states TO earlier_states;
ALTER TABLE recycle_bin ADD COLUMN picture TEXT NOT NULL DEFAULT '';
ALTER TABLE recycle_bin ADD COLUMN states TEXT NOT NULL DEFAULT '[]';
UPDATE recycle_bin SET states = earlier_states;
ALTER TABLE recycle_bin DROP COLUMN earlier_states;

-- The point of a picture that crops keep in sight (domain/pictures/focus.ts); empty: the middle.
ALTER TABLE images ADD COLUMN focus TEXT NOT NULL DEFAULT '';
