-- What the committee does with an entry, and how it finds it.

-- `recherche`, `personne` and `naissance` are derived from the content when the site opens the inbox: null until then,
-- so that setting them to null has them made anew. `personne` and `naissance` stay null for a message.
ALTER TABLE inbox ADD COLUMN traite_le TEXT CHECK ((etat = 'traite') = (traite_le IS NOT NULL));
ALTER TABLE inbox ADD COLUMN autorisation_recue_le TEXT CHECK (autorisation_recue_le IS NULL OR type = 'inscription');
ALTER TABLE inbox ADD COLUMN recherche TEXT;
ALTER TABLE inbox ADD COLUMN personne TEXT;
ALTER TABLE inbox ADD COLUMN naissance TEXT;

CREATE INDEX inbox_a_indexer ON inbox (numero) WHERE recherche IS NULL;
CREATE INDEX inbox_par_personne ON inbox (personne) WHERE personne IS NOT NULL;
CREATE INDEX inbox_par_naissance ON inbox (type, naissance) WHERE naissance IS NOT NULL;
CREATE INDEX inbox_traites ON inbox (type, traite_le) WHERE traite_le IS NOT NULL;
