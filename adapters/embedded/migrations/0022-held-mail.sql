-- 1: the mail waits for somebody to change a setting (ports/mailer.ts). Of no meaning once it does not wait any more.
ALTER TABLE inbox ADD COLUMN mail_held INTEGER NOT NULL DEFAULT 0 CHECK (mail_held IN (0, 1));
-- Each page of the committee asks whether there is one.
CREATE INDEX inbox_held ON inbox (type) WHERE mail_held = 1 AND mail = 'en-attente';
