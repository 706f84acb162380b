-- The pictures of members and events, and the home page's group photo; their files lie in the folder of images, named by `cle`.
-- `numero` only ever grows: the highest of a folder was added last.
-- `webp` and `avif` are 1 once these variants are on the disk; the JPEG ones are there before the row is.
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

CREATE INDEX images_par_dossier ON images (collection, id, mis_de_cote, numero);
CREATE INDEX images_a_encoder ON images (numero) WHERE webp = 0 OR avif = 0;
