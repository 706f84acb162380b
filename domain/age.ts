import { addDays, ageInYears, type Day, isDay, yearsBefore } from "./dates.ts";

export const MINIMUM_AGE = 16;
export const AGE_OF_MAJORITY = 18;
const MAXIMUM_AGE = 120;

export type AgeStatus = "adult" | "minor" | "too-young" | "impossible";

/** Whether a person may sign up alone or needs a guardian (docs/specification.md sections 4, 5 and 9). */
export function ageStatusOn(birthDate: Day, day: Day): AgeStatus {
  const age = ageInYears(birthDate, day);
  if (age < 0 || age > MAXIMUM_AGE) return "impossible";
  if (age < MINIMUM_AGE) return "too-young";
  return age < AGE_OF_MAJORITY ? "minor" : "adult";
}

/** The initial birth date in the sign-up form on `day`: a person born on that date comes of age on `day`. */
export const proposedBirthDate = (day: Day): Day => yearsBefore(day, AGE_OF_MAJORITY);

/** Whether the form proposes `birth` on `day`, or did on the day before: a form may be opened before midnight. */
export const isProposedBirthDate = (birth: Day, day: Day): boolean =>
  [day, addDays(day, -1)].some((day) => birth === proposedBirthDate(day));

/** Whether a guardian's consent is required on `day`; false for an invalid birth date. */
export const isMinor = (birthDate: string, day: Day): boolean =>
  isDay(birthDate) && ageStatusOn(birthDate, day) === "minor";
