-- 1: the form proposed this birth date, and the committee has not confirmed it yet.
ALTER TABLE inbox ADD COLUMN birth_date_to_verify INTEGER NOT NULL DEFAULT 0 CHECK (birth_date_to_verify IN (0, 1));
