-- Calendars need the dates of a deleted event, and nothing else; of a draft, and of an event without a name, they never heard.
DELETE FROM deleted_evenements WHERE Publication <> '' OR trim(Nom, char(9, 10, 11, 12, 13, 32, 160)) = '';
ALTER TABLE deleted_evenements DROP COLUMN Nom;
ALTER TABLE deleted_evenements DROP COLUMN Lieu;
ALTER TABLE deleted_evenements DROP COLUMN AfterMovie;
ALTER TABLE deleted_evenements DROP COLUMN State;
ALTER TABLE deleted_evenements DROP COLUMN Details;
ALTER TABLE deleted_evenements DROP COLUMN Price;
ALTER TABLE deleted_evenements DROP COLUMN MinimumAge;
ALTER TABLE deleted_evenements DROP COLUMN Tickets;
ALTER TABLE deleted_evenements DROP COLUMN Contact;
ALTER TABLE deleted_evenements DROP COLUMN Publication;
-- The file is rewritten without them (erasure.ts).
PRAGMA user_version = 1;
