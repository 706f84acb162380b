-- What a save of the settings names, and who made the last one; unknown for settings saved before.
ALTER TABLE reglages ADD COLUMN revision INTEGER NOT NULL DEFAULT 1;
ALTER TABLE reglages ADD COLUMN modifie_le TEXT;
ALTER TABLE reglages ADD COLUMN modifie_par TEXT;

-- The home page's group photo is a picture like the others. SQLite cannot change a CHECK, so the table is made anew.
CREATE TABLE images_anciennes AS SELECT * FROM images;
DROP TABLE images;

CREATE TABLE images (
  numero INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  collection TEXT NOT NULL CHECK (collection IN ('evenements', 'membres', 'accueil')),
  id TEXT NOT NULL,
  cle TEXT NOT NULL,
  largeur INTEGER NOT NULL,
  hauteur INTEGER NOT NULL,
  webp INTEGER NOT NULL DEFAULT 0 CHECK (webp IN (0, 1)),
  avif INTEGER NOT NULL DEFAULT 0 CHECK (avif IN (0, 1)),
  mis_de_cote INTEGER NOT NULL DEFAULT 0 CHECK (mis_de_cote IN (0, 1)),
  ajoutee_le TEXT NOT NULL
) STRICT;

INSERT INTO images (numero, path, collection, id, cle, largeur, hauteur, webp, avif, mis_de_cote, ajoutee_le)
SELECT numero, path, collection, id, cle, largeur, hauteur, webp, avif, mis_de_cote, ajoutee_le FROM images_anciennes;
DROP TABLE images_anciennes;

CREATE INDEX images_par_dossier ON images (collection, id, mis_de_cote, numero);
CREATE INDEX images_a_encoder ON images (numero) WHERE webp = 0 OR avif = 0;
