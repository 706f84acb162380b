import { addDays, ageInYears, type Day, isDay, yearsBefore } from "./dates.ts";

const MINIMUM_AGE = 16;
export const AGE_OF_MAJORITY = 18;
const MAXIMUM_AGE = 120;

export type Standing = "adult" | "minor" | "too-young" | "impossible";

/**
 * Whether a person may sign up alone, with a guardian or not at all (SPEC.md sections 4, 5 and 9). Both days are valid;
 * `day` is today in Zurich.
 */
export function standingOn(birthDate: Day, day: Day): Standing {
  const age = ageInYears(birthDate, day);
  if (age < 0 || age > MAXIMUM_AGE) return "impossible";
  if (age < MINIMUM_AGE) return "too-young";
  return age < AGE_OF_MAJORITY ? "minor" : "adult";
}

/** The birth date that the form proposes: 18 years before today (SPEC.md section 5). */
export const proposedBirthDate = (day: Day): Day => yearsBefore(day, AGE_OF_MAJORITY);

/**
 * Whether the form proposed this birth date today or, in a form left open over midnight, yesterday. The user may not
 * have looked at it, and a minor would pass as an adult: it needs a confirmation.
 */
export const isProposedBirthDate = (birth: Day, day: Day): boolean =>
  [day, addDays(day, -1)].some((day) => birth === proposedBirthDate(day));

/** Whether the guardian's consent is required; false for an invalid date. */
export const isMinor = (birthDate: string, day: Day): boolean =>
  isDay(birthDate) && standingOn(birthDate, day) === "minor";
