-- What a save of the settings names, and who made the last one; unknown for settings saved before.
ALTER TABLE reglages ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE reglages ADD COLUMN modifie_le TEXT;
ALTER TABLE reglages ADD COLUMN modifie_par TEXT;
