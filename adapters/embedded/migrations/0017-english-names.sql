-- One language: tables, columns and indexes have the names of the code. The fields that SPEC.md fixes (Nom, Date, Lieu,
-- AfterMovie, Prenom, Poste) and every stored value stay as they are. Nothing is lost: columns are renamed in place.

-- Members and events.
ALTER TABLE membres RENAME COLUMN cle TO key;
ALTER TABLE membres RENAME COLUMN modifie_le TO updated_at;
ALTER TABLE evenements RENAME COLUMN cle TO key;
ALTER TABLE evenements RENAME COLUMN modifie_le TO updated_at;
ALTER TABLE evenements RENAME COLUMN Du TO FirstDay;
ALTER TABLE evenements RENAME COLUMN Au TO LastDay;
ALTER TABLE evenements RENAME COLUMN Heure TO StartTime;
ALTER TABLE evenements RENAME COLUMN Etat TO State;

DROP INDEX evenements_retires_par_date;
ALTER TABLE evenements_retires RENAME TO deleted_evenements;
ALTER TABLE deleted_evenements RENAME COLUMN modifie_le TO updated_at;
ALTER TABLE deleted_evenements RENAME COLUMN Du TO FirstDay;
ALTER TABLE deleted_evenements RENAME COLUMN Au TO LastDay;
ALTER TABLE deleted_evenements RENAME COLUMN Heure TO StartTime;
ALTER TABLE deleted_evenements RENAME COLUMN Etat TO State;
CREATE INDEX deleted_evenements_by_date ON deleted_evenements (updated_at);

ALTER TABLE revisions RENAME COLUMN derniere TO last;

-- The settings, and the names of the settings in them.
ALTER TABLE reglages RENAME TO settings;
ALTER TABLE settings RENAME COLUMN ligne TO only_row;
ALTER TABLE settings RENAME COLUMN contenu TO content;
ALTER TABLE settings RENAME COLUMN modifie_le TO updated_at;
ALTER TABLE settings RENAME COLUMN modifie_par TO updated_by;
-- What is null in a patch is taken away; a setting that an older version did not save stays absent.
UPDATE settings SET content = json_patch(content, json_object(
  'planningYear', json_extract(content, '$.annee'), 'annee', NULL,
  'holder', json_extract(content, '$.titulaire'), 'titulaire', NULL,
  'postcode', json_extract(content, '$.npa'), 'npa', NULL,
  'place', json_extract(content, '$.lieu'), 'lieu', NULL,
  'recipients', json_extract(content, '$.destinataires'), 'destinataires', NULL,
  'messageRetentionMonths', json_extract(content, '$.conservationMessages'), 'conservationMessages', NULL,
  'inscriptionRetentionMonths', json_extract(content, '$.conservationInscriptions'), 'conservationInscriptions', NULL,
  'hosting', json_extract(content, '$.hebergement'), 'hebergement', NULL,
  'mailHosting', json_extract(content, '$.messagerie'), 'messagerie', NULL
));

-- The inbox. `state` is what the committee did with the entry, `mail` where its mail stands; their values stay.
DROP INDEX inbox_doublons;
DROP INDEX inbox_a_livrer;
DROP INDEX inbox_par_type;
DROP INDEX inbox_par_etat;
DROP INDEX inbox_par_courrier;
DROP INDEX inbox_a_indexer;
DROP INDEX inbox_par_personne;
DROP INDEX inbox_par_naissance;
DROP INDEX inbox_traites;
ALTER TABLE inbox RENAME COLUMN numero TO number;
ALTER TABLE inbox RENAME COLUMN contenu TO content;
ALTER TABLE inbox RENAME COLUMN empreinte TO fingerprint;
ALTER TABLE inbox RENAME COLUMN recu_le TO received_at;
ALTER TABLE inbox RENAME COLUMN etat TO state;
ALTER TABLE inbox RENAME COLUMN courrier TO mail;
ALTER TABLE inbox RENAME COLUMN tentatives TO attempts;
ALTER TABLE inbox RENAME COLUMN prochaine TO next_attempt;
ALTER TABLE inbox RENAME COLUMN reservee_jusqu_a TO claimed_until;
ALTER TABLE inbox RENAME COLUMN raison TO reason;
ALTER TABLE inbox RENAME COLUMN envoye_le TO sent_at;
ALTER TABLE inbox RENAME COLUMN traite_le TO handled_at;
ALTER TABLE inbox RENAME COLUMN autorisation_recue_le TO consent_form_received_at;
ALTER TABLE inbox RENAME COLUMN recherche TO search_text;
ALTER TABLE inbox RENAME COLUMN personne TO person;
ALTER TABLE inbox RENAME COLUMN naissance TO birth_date;
CREATE INDEX inbox_duplicates ON inbox (fingerprint, received_at);
CREATE INDEX inbox_to_deliver ON inbox (coalesce(claimed_until, next_attempt)) WHERE mail = 'en-attente';
CREATE INDEX inbox_by_type ON inbox (type, received_at DESC, number DESC);
CREATE INDEX inbox_by_state ON inbox (type, state, received_at DESC, number DESC);
CREATE INDEX inbox_by_mail ON inbox (type, mail, received_at DESC, number DESC);
CREATE INDEX inbox_to_index ON inbox (number) WHERE search_text IS NULL;
CREATE INDEX inbox_by_person ON inbox (person) WHERE person IS NOT NULL;
CREATE INDEX inbox_by_birth_date ON inbox (type, birth_date) WHERE birth_date IS NOT NULL;
CREATE INDEX inbox_handled ON inbox (type, handled_at) WHERE handled_at IS NOT NULL;

-- Pictures.
DROP INDEX images_par_dossier;
DROP INDEX images_a_encoder;
ALTER TABLE images RENAME COLUMN numero TO number;
ALTER TABLE images RENAME COLUMN cle TO key;
ALTER TABLE images RENAME COLUMN largeur TO width;
ALTER TABLE images RENAME COLUMN hauteur TO height;
ALTER TABLE images RENAME COLUMN mis_de_cote TO set_aside;
ALTER TABLE images RENAME COLUMN ajoutee_le TO added_at;
ALTER TABLE images RENAME COLUMN partage TO share;
ALTER TABLE images RENAME COLUMN teinte TO tint;
CREATE INDEX images_by_folder ON images (collection, id, set_aside, number);
CREATE INDEX images_to_encode ON images (number) WHERE webp = 0 OR avif = 0;

-- Accounts.
ALTER TABLE user RENAME COLUMN derniereConnexion TO lastSignIn;
ALTER TABLE lien_compte RENAME TO account_link;
ALTER TABLE account_link RENAME COLUMN empreinte TO fingerprint;
ALTER TABLE account_link RENAME COLUMN genre TO kind;
ALTER TABLE account_link RENAME COLUMN expireLe TO expiresAt;

-- The row that the health check writes.
ALTER TABLE sante RENAME TO health;
ALTER TABLE health RENAME COLUMN ecritures TO writes;
