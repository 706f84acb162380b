/** How an event stands in somebody's calendar. */
import { estMois, heureEnFrancais, type Jour, joursApres } from "./dates.ts";
import { afterMovieAddress, type ChampsEvenement, hasName, joursExacts } from "./evenement.ts";

/** How long an event with an hour takes up in a calendar, since nobody says when it ends. */
export const DUREE_HEURES = 3;

export type RendezVous = {
  titre: string;
  lieu: string;
  /** Several lines, or empty. */
  details: string;
  du: Jour;
  /** The day after the last one. */
  jusquAu: Jour;
  /** `HH:MM` in Zurich when it begins, of an event of one day; null: whole days. */
  heure: string | null;
  /** What was called off stays in people's calendars, where its title says so; 'retire': it was deleted. */
  statut: "confirme" | "provisoire" | "retire";
};

/**
 * @param evenement its fields
 * @param retire whether it was deleted: calendars are told to forget it
 * @returns its entry in a calendar; null when an older site wrote a month that is none, so that no day can stand for it,
 * or no name
 */
export function rendezVous(evenement: ChampsEvenement, retire = false): RendezVous | null {
  const { Nom, Date: mois, Lieu, Etat } = evenement;
  const { Du, Au, Heure } = joursExacts(evenement);
  if (!estMois(mois) || !hasName(evenement)) return null;
  const film = afterMovieAddress(evenement);
  const annule = retire || Etat === "annule";
  const reporte = !annule && Etat === "reporte";
  const marque = annule ? "Annulé\u00a0: " : reporte ? "Reporté\u00a0: " : "";
  const du = Du || `${mois}-01`;
  const heure = Heure && !Au ? Heure : null;
  const details = [
    !Du && !annule && "Seul le mois est connu\u00a0: le jour reste à préciser.",
    heure && `La fin n’est pas fixée\u00a0: l’agenda réserve ${DUREE_HEURES} heures.`,
    Heure && Au && `Dès ${heureEnFrancais(Heure)} le premier jour.`,
    film && `After movie\u00a0: ${film}`,
  ];
  return {
    titre: `${marque}${Nom}${Du || annule ? "" : " (date à préciser)"}`,
    lieu: Lieu,
    details: details.filter(Boolean).join("\n"),
    du,
    jusquAu: joursApres(Au || du, 1),
    heure,
    statut: retire ? "retire" : reporte || !(Du || annule) ? "provisoire" : "confirme",
  };
}
