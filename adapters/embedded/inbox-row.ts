/** A row of the table `inbox`, and the entry it stands for. */

import type { Envoi } from "#domain/submission.ts";
import type { Entree, EtatCourrier } from "#ports/inbox.ts";

/** A row, as far as it is read. */
export type Ligne = {
  numero: number;
  id: string;
  type: Envoi["type"];
  contenu: string;
  recu_le: string;
  courrier: Exclude<EtatCourrier["etat"], "garde">;
  /** 1: what counts as sent was kept as a file. */
  mail_kept: number;
  tentatives: number;
  prochaine: string;
  raison: string | null;
  envoye_le: string | null;
  traite_le: string | null;
  autorisation_recue_le: string | null;
  birth_date_to_verify: 0 | 1;
};

export const COLONNES =
  "numero, id, type, contenu, recu_le, courrier, mail_kept, tentatives, prochaine, raison, envoye_le, traite_le, autorisation_recue_le, birth_date_to_verify";

export function entreeDe(ligne: Ligne): Entree {
  const { id, type, contenu, recu_le, traite_le, autorisation_recue_le, birth_date_to_verify } = ligne;
  const envoi = { type, contenu: JSON.parse(contenu) } as Envoi;
  return {
    ...envoi,
    id,
    recuLe: new Date(recu_le),
    courrier: courrierDe(ligne),
    traiteLe: dateDe(traite_le),
    autorisationRecueLe: dateDe(autorisation_recue_le),
    birthDateToVerify: birth_date_to_verify === 1,
  };
}

export const dateDe = (texte: string | null): Date | null => (texte === null ? null : new Date(texte));

function courrierDe({ courrier, mail_kept, tentatives, prochaine, raison, envoye_le }: Ligne): EtatCourrier {
  if (courrier === "envoye") return { etat: mail_kept ? "garde" : courrier, le: new Date(String(envoye_le)) };
  if (courrier === "echec") return { etat: courrier, raison: String(raison) };
  return { etat: courrier, tentatives, prochaine: new Date(prochaine), raison };
}

/** @returns what the column of a proposed birth date holds */
export const birthDateToVerifyOf = (envoi: Envoi): 0 | 1 =>
  envoi.type === "inscription" && envoi.birthDateToVerify ? 1 : 0;
