/** The age rule: who may sign up, alone or with a guardian (SPEC.md sections 4, 5 and 9). */
import { anneesAvant, anneesRevolues, estJour, type Jour, joursApres } from "./dates.ts";

const AGE_MINIMUM = 16;
export const AGE_MAJORITE = 18;
const AGE_MAXIMUM = 120;

/** Where somebody stands on a given day; each standing has its own consequence on the form. */
export type Statut = "majeur" | "mineur" | "trop-jeune" | "impossible";

/**
 * Who may sign up (SPEC.md sections 4 and 5): under 16 nobody, at 16 and 17 with a guardian, from 18 on alone.
 * @param naissance a valid day
 * @param jour today in Zurich
 */
export function statutAu(naissance: Jour, jour: Jour): Statut {
  const age = anneesRevolues(naissance, jour);
  if (age < 0 || age > AGE_MAXIMUM) return "impossible";
  if (age < AGE_MINIMUM) return "trop-jeune";
  return age < AGE_MAJORITE ? "mineur" : "majeur";
}

/** @returns the birth date that the form proposes: 18 years before today (SPEC.md section 5) */
export const naissanceProposee = (jour: Jour): Jour => anneesAvant(jour, AGE_MAJORITE);

/**
 * Such a date may be one that nobody looked at, and a minor behind it: it is asked about before it is kept.
 * @param jour today in Zurich
 * @returns whether the form proposed this birth date, today or, to somebody who had it open over midnight, yesterday
 */
export const isProposedBirthDate = (birth: Jour, jour: Jour): boolean =>
  [jour, joursApres(jour, -1)].some((day) => birth === naissanceProposee(day));

/** @returns whether the form asks for the guardian's consent as well */
export const estMineur = (naissance: string, jour: Jour): boolean =>
  estJour(naissance) && statutAu(naissance, jour) === "mineur";
