-- Whether the small picture for long lists is on the disk. The site makes it of older pictures by itself.
ALTER TABLE images ADD COLUMN thumbnail INTEGER NOT NULL DEFAULT 0;
