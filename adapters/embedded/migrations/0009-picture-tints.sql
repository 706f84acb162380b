-- `teinte` is the ink that is nearest to what a picture shows most of; empty for one that was stored before.
ALTER TABLE images ADD COLUMN teinte TEXT NOT NULL DEFAULT '';
