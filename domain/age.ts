/** The age rule: who may sign up, alone or with a guardian (SPEC.md sections 4, 5 and 9). */
import { addDays, ageInYears, type Day, isDay, yearsBefore } from "./dates.ts";

const MINIMUM_AGE = 16;
export const AGE_OF_MAJORITY = 18;
const MAXIMUM_AGE = 120;

/** Where somebody stands on a given day; each standing has its own consequence on the form. */
export type Standing = "adult" | "minor" | "too-young" | "impossible";

/**
 * Who may sign up (SPEC.md sections 4 and 5): under 16 nobody, at 16 and 17 with a guardian, from 18 on alone.
 * @param birthDate a valid day
 * @param day today in Zurich
 */
export function standingOn(birthDate: Day, day: Day): Standing {
  const age = ageInYears(birthDate, day);
  if (age < 0 || age > MAXIMUM_AGE) return "impossible";
  if (age < MINIMUM_AGE) return "too-young";
  return age < AGE_OF_MAJORITY ? "minor" : "adult";
}

/** @returns the birth date that the form proposes: 18 years before today (SPEC.md section 5) */
export const proposedBirthDate = (day: Day): Day => yearsBefore(day, AGE_OF_MAJORITY);

/**
 * Such a date may be one that nobody looked at, and a minor behind it: it is asked about before it is kept.
 * @param day today in Zurich
 * @returns whether the form proposed this birth date, today or, to somebody who had it open over midnight, yesterday
 */
export const isProposedBirthDate = (birth: Day, day: Day): boolean =>
  [day, addDays(day, -1)].some((day) => birth === proposedBirthDate(day));

/** @returns whether the form asks for the guardian's consent as well */
export const isMinor = (birthDate: string, day: Day): boolean =>
  isDay(birthDate) && standingOn(birthDate, day) === "minor";
