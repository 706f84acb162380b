/**
 * How long the committee keeps what it has dealt with. Counted in calendar months from the day in Zurich on which an
 * entry was treated, so that the day which is announced is the day it happens.
 */
import { estJour, type Jour, jourAZurich } from "./dates.ts";

/** So many days beforehand the screens announce what is going to be deleted. */
export const ANNONCE_JOURS = 30;

const lire = (jour: Jour) => jour.split("-").map(Number) as [number, number, number];
const ecrire = (annee: number, mois: number, jour: number): Jour =>
  new Date(Date.UTC(annee, mois, jour)).toISOString().slice(0, 10);
const longueurDuMois = (annee: number, mois: number): number => new Date(Date.UTC(annee, mois + 1, 0)).getUTCDate();

/** @returns the day `nombre` days after `jour` */
export function jourPlus(jour: Jour, nombre: number): Jour {
  const [annee, mois, j] = lire(jour);
  return ecrire(annee, mois - 1, j + nombre);
}

/**
 * @param traite the day on which an entry was treated
 * @param mois how many months it is kept
 * @returns the day on which it is deleted: the same number so many months later, or the first of the month after
 * where that month is too short
 */
export function effaceLe(traite: Jour, mois: number): Jour {
  const [annee, m, j] = lire(traite);
  const existe = j <= longueurDuMois(annee, m - 1 + mois);
  return existe ? ecrire(annee, m - 1 + mois, j) : ecrire(annee, m + mois, 1);
}

/** @returns the last day whose treated entries are deleted on `jour` at the latest; undoes `effaceLe` */
export function dernierJourEfface(jour: Jour, mois: number): Jour {
  const [annee, m, j] = lire(jour);
  return ecrire(annee, m - 1 - mois, Math.min(j, longueurDuMois(annee, m - 1 - mois)));
}

/** @returns the instant at which a day begins in Zurich */
export function debutDuJour(jour: Jour): Date {
  if (!estJour(jour)) throw new RangeError(`not a day: ${jour}`);
  const ete = new Date(`${jour}T00:00:00+02:00`);
  return jourAZurich(ete) === jour ? ete : new Date(`${jour}T00:00:00+01:00`);
}

/** @returns the instant before which an entry must have been treated to be deleted on `jour` */
export const limiteDeConservation = (jour: Jour, mois: number): Date =>
  debutDuJour(jourPlus(dernierJourEfface(jour, mois), 1));
