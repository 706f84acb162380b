-- When the password was last typed in a session; null: not known. `userAgent` holds short words for the device.
ALTER TABLE session ADD COLUMN confirmedAt DATE;

-- Mail to accounts that waits to go out. `dueAt` is the next attempt, or the end of a claim: an instant in UTC as
-- `2025-08-01T20:15:00.000Z`.
CREATE TABLE account_mail (
  number INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  dueAt TEXT NOT NULL
) STRICT;

CREATE INDEX account_mail_dueAt ON account_mail (dueAt);
