-- The two collections, the settings, and what visitors sent.
-- Instants are texts in UTC as `2025-08-01T20:15:00.000Z`, which sort as they follow each other.

-- `cle` is the identifier folded to one case and one composition. `revision` comes from the counter below.
CREATE TABLE membres (
  id TEXT PRIMARY KEY,
  cle TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL,
  Prenom TEXT NOT NULL,
  Nom TEXT NOT NULL,
  Poste TEXT NOT NULL
) STRICT;

CREATE TABLE evenements (
  id TEXT PRIMARY KEY,
  cle TEXT NOT NULL UNIQUE,
  revision INTEGER NOT NULL,
  Nom TEXT NOT NULL,
  Date TEXT NOT NULL,
  Lieu TEXT NOT NULL,
  AfterMovie TEXT NOT NULL
) STRICT;

-- One row. It only ever grows, so that a document that was deleted and created anew under the same
-- identifier has a version that nobody has read before.
CREATE TABLE revisions (derniere INTEGER NOT NULL) STRICT;
INSERT INTO revisions VALUES (0);

-- No row until something was saved.
CREATE TABLE reglages (
  ligne INTEGER PRIMARY KEY CHECK (ligne = 1),
  contenu TEXT NOT NULL CHECK (json_valid(contenu))
) STRICT;

-- `empreinte` is the SHA-256 of type and content. A claim lasts until `reservee_jusqu_a`.
-- `etat` is what the committee did with the entry, `courrier` where its mail stands.
CREATE TABLE inbox (
  numero INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  type TEXT NOT NULL CHECK (type IN ('inscription', 'message')),
  contenu TEXT NOT NULL CHECK (json_valid(contenu)),
  empreinte TEXT NOT NULL,
  recu_le TEXT NOT NULL,
  etat TEXT NOT NULL DEFAULT 'nouveau' CHECK (etat IN ('nouveau', 'traite')),
  courrier TEXT NOT NULL DEFAULT 'en-attente' CHECK (courrier IN ('en-attente', 'envoye', 'echec')),
  tentatives INTEGER NOT NULL DEFAULT 0,
  prochaine TEXT NOT NULL,
  reservee_jusqu_a TEXT,
  raison TEXT CHECK (courrier <> 'echec' OR raison IS NOT NULL),
  envoye_le TEXT CHECK (courrier <> 'envoye' OR envoye_le IS NOT NULL)
) STRICT;

CREATE INDEX inbox_doublons ON inbox (empreinte, recu_le);
CREATE INDEX inbox_a_livrer ON inbox (coalesce(reservee_jusqu_a, prochaine)) WHERE courrier = 'en-attente';
CREATE INDEX inbox_par_type ON inbox (type, recu_le DESC, numero DESC);
CREATE INDEX inbox_par_etat ON inbox (type, etat, recu_le DESC, numero DESC);
CREATE INDEX inbox_par_courrier ON inbox (type, courrier, recu_le DESC, numero DESC);

-- One row that the health check writes.
CREATE TABLE sante (ecritures INTEGER NOT NULL) STRICT;
INSERT INTO sante VALUES (0);
