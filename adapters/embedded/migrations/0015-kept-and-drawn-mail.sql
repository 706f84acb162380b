-- Mail that was kept as a file because no mail leaves the site counts as accepted, and nobody has received it.
ALTER TABLE inbox ADD COLUMN mail_kept INTEGER NOT NULL DEFAULT 0 CHECK (mail_kept IN (0, 1));

-- The text of a mail as HTML; empty in one that waited when this column came.
ALTER TABLE account_mail ADD COLUMN html TEXT NOT NULL DEFAULT '';
