/** A row of the table `inbox`, and the entry it stands for. */
import type { Entree, Envoi, EtatCourrier } from "#ports/inbox.ts";

/** A row, as far as it is read. */
export type Ligne = {
  numero: number;
  id: string;
  type: Envoi["type"];
  contenu: string;
  recu_le: string;
  courrier: EtatCourrier["etat"];
  tentatives: number;
  prochaine: string;
  raison: string | null;
  envoye_le: string | null;
  traite_le: string | null;
  autorisation_recue_le: string | null;
};

export const COLONNES =
  "numero, id, type, contenu, recu_le, courrier, tentatives, prochaine, raison, envoye_le, traite_le, autorisation_recue_le";

export function entreeDe(ligne: Ligne): Entree {
  const { id, type, contenu, recu_le, traite_le, autorisation_recue_le } = ligne;
  const envoi = { type, contenu: JSON.parse(contenu) } as Envoi;
  return {
    ...envoi,
    id,
    recuLe: new Date(recu_le),
    courrier: courrierDe(ligne),
    traiteLe: dateDe(traite_le),
    autorisationRecueLe: dateDe(autorisation_recue_le),
  };
}

export const dateDe = (texte: string | null): Date | null => (texte === null ? null : new Date(texte));

function courrierDe({ courrier, tentatives, prochaine, raison, envoye_le }: Ligne): EtatCourrier {
  if (courrier === "envoye") return { etat: courrier, le: new Date(String(envoye_le)) };
  if (courrier === "echec") return { etat: courrier, raison: String(raison) };
  return { etat: courrier, tentatives, prochaine: new Date(prochaine), raison };
}
