import { type Erreurs, webAddress } from "./champs.ts";
import {
  estJour,
  estMois,
  finDuMois,
  heureEnFrancais,
  type Jour,
  joursEnFrancais,
  type Mois,
  moisEnFrancais,
} from "./dates.ts";
import { compareFrench, sortable } from "./french-order.ts";
import { premierMot } from "./identifiants.ts";

/** When an event takes place. */
export type Jours = Pick<ChampsEvenement, "Date" | "Du" | "Au" | "Heure">;

/** What has become of an event; empty as long as it takes place as announced. */
export type Etat = "" | "annule" | "reporte";

/**
 * What the event form saves (SPEC.md section 3, collection `evenements`). All but name, month and place are empty if
 * there is none, as in a document that was written before the field existed.
 */
export type ChampsEvenement = {
  Nom: string;
  Date: Mois;
  /** The exact first day; it lies in the month `Date`. */
  Du: Jour | "";
  /** The exact last day, in the same month and after `Du`; empty when the event lasts one day. */
  Au: Jour | "";
  /** `HH:MM`, when it begins on the first day. */
  Heure: string;
  Lieu: string;
  AfterMovie: string;
  Etat: Etat;
};

/** The names of all of them. */
export const CHAMPS_EVENEMENT = ["Nom", "Date", "Du", "Au", "Heure", "Lieu", "AfterMovie", "Etat"] as const;

export type Evenement = ChampsEvenement & { id: string };

/** @returns whether it can be announced: a document of an older site may have no name */
export const hasName = ({ Nom }: Pick<ChampsEvenement, "Nom">): boolean => Nom.trim() !== "";

/** @returns the address of its film, ready to follow; null for none, and for what a browser must not follow */
export const afterMovieAddress = ({ AfterMovie }: Pick<ChampsEvenement, "AfterMovie">): string | null =>
  webAddress(AfterMovie.trim());

/** For how many days calendars are told that an event was deleted. */
const RETRAIT_JOURS = 60;

/** @returns the instant from which on deleted events are still announced at `maintenant` */
export const retraitsDepuis = (maintenant: Date): Date => new Date(maintenant.getTime() - RETRAIT_JOURS * 86_400_000);

/** Comes after every day: an event of which only the month is known stands behind the known days of its month. */
const SANS_JOUR = "9";

/** Order of the planning: by month, then by first day, then by name as French sorts it (SPEC.md section 2, PRODUCT.md). */
export const comparerEvenements = (a: ChampsEvenement, b: ChampsEvenement): number =>
  sortable(a.Date).localeCompare(sortable(b.Date), "en") ||
  sortable(a.Du || SANS_JOUR).localeCompare(sortable(b.Du || SANS_JOUR), "en") ||
  compareFrench(a.Nom, b.Nom);

/**
 * @returns what the card adds to month and year: `sam. 14 juin`, `du ven. 1er au dim. 3 août, dès 19 h`; empty when only
 * the month is known
 */
export function joursEtHeure(evenement: Jours): string {
  const { Du, Au, Heure } = joursExacts(evenement);
  if (!Du) return "";
  return joursEnFrancais(Du, Au) + (Heure ? `, dès ${heureEnFrancais(Heure)}` : "");
}

/**
 * Whether an event is over. One of which only the month is known may still come until the month ends; what an older
 * site wrote as a month and is none is never over.
 * @param jour today in Zurich
 */
export function estPasse(evenement: Jours, jour: Jour): boolean {
  const { Du, Au } = joursExacts(evenement);
  return estMois(evenement.Date) && (Au || Du || finDuMois(evenement.Date)) < jour;
}

/**
 * @param jour today in Zurich
 * @returns the first event that takes place as announced and is not over; null for none
 */
export function prochainEvenement<E extends ChampsEvenement>(evenements: readonly E[], jour: Jour): E | null {
  const aVenir = evenements.filter((un) => hasName(un) && un.Etat === "" && estMois(un.Date) && !estPasse(un, jour));
  return aVenir.toSorted(comparerEvenements)[0] ?? null;
}

/** @returns the identifier of a new event: first word of Nom, two-digit month and year (`Fête0825`, SPEC.md section 3) */
export const idEvenement = ({ Nom, Date: mois }: Pick<ChampsEvenement, "Nom" | "Date">): string =>
  premierMot(Nom, "Evenement") + mois.slice(5, 7) + mois.slice(2, 4);

/** The states that the edit form offers, with their French names. */
export const ETATS = { annule: "Annulé", reporte: "Reporté" } as const;

/** @returns the French name of a state; one that an edited database invented as it stands there, empty for none */
export const stateInFrench = (etat: Etat): string => (etat === "" ? "" : (ETATS[etat] ?? etat));

export const PHRASES_EVENEMENT = {
  jour: "Indiquez un jour qui existe, par exemple 14.06.2025.",
  premierJour: "Indiquez aussi le premier jour.",
  jourDeLHeure: "Pour donner une heure, indiquez aussi le jour.",
  ordre: "Le dernier jour vient avant le premier.",
  heure: "Indiquez une heure, par exemple 19:30.",
  etat: "Choisissez un état de la liste.",
  horsDuMois: (mois: Mois) => `Ce jour n’est pas en ${moisEnFrancais(mois).toLocaleLowerCase("fr-CH")}.`,
} as const;

/**
 * How month, days and hour of an event fit together.
 * @param jours as typed; what is no month is refused elsewhere, and no day is measured by it
 * @returns one sentence per refused field
 */
export function refusDesJours({ Date: mois, Du, Au, Heure }: Jours): Erreurs {
  const refus: Record<string, string> = {};
  const jours = { Du, Au };
  for (const champ of ["Du", "Au"] as const) {
    const jour = jours[champ];
    if (jour === "") continue;
    if (!estJour(jour)) refus[champ] = PHRASES_EVENEMENT.jour;
    else if (estMois(mois) && !jour.startsWith(mois)) refus[champ] = PHRASES_EVENEMENT.horsDuMois(mois);
  }
  if (Du === "" && Au !== "") refus.Du = PHRASES_EVENEMENT.premierJour;
  else if (Du === "" && Heure !== "") refus.Du = PHRASES_EVENEMENT.jourDeLHeure;
  if (!refus.Du && !refus.Au && Au !== "" && Au < Du) refus.Au = PHRASES_EVENEMENT.ordre;
  if (Heure !== "" && !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(Heure)) refus.Heure = PHRASES_EVENEMENT.heure;
  return refus;
}

/**
 * @param evenement as a store gave it; in a database that people edit by hand, days may not fit together
 * @returns its days and hour, or none of them where the form would refuse them
 */
export function joursExacts(evenement: Jours): Pick<Jours, "Du" | "Au" | "Heure"> {
  const { Du, Au, Heure } = evenement;
  return Object.keys(refusDesJours(evenement)).length === 0 ? { Du, Au, Heure } : { Du: "", Au: "", Heure: "" };
}
