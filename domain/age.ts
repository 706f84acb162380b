import { addDays, ageInYears, type Day, isDay, yearsBefore } from "./dates.ts";

const MINIMUM_AGE = 16;
export const AGE_OF_MAJORITY = 18;
const MAXIMUM_AGE = 120;

export type AgeStatus = "adult" | "minor" | "too-young" | "impossible";

/** Who may sign up alone or with a guardian (docs/specification.md sections 4, 5 and 9). `day` is in Zurich. */
export function ageStatusOn(birthDate: Day, day: Day): AgeStatus {
  const age = ageInYears(birthDate, day);
  if (age < 0 || age > MAXIMUM_AGE) return "impossible";
  if (age < MINIMUM_AGE) return "too-young";
  return age < AGE_OF_MAJORITY ? "minor" : "adult";
}

/** The form's default date: a person born on it comes of age on `day`. */
export const proposedBirthDate = (day: Day): Day => yearsBefore(day, AGE_OF_MAJORITY);

/** Whether the form had this default date today or yesterday (open over midnight): then it needs a confirmation. */
export const isProposedBirthDate = (birth: Day, day: Day): boolean =>
  [day, addDays(day, -1)].some((day) => birth === proposedBirthDate(day));

/** Whether the guardian's consent is required; false for an invalid date. */
export const isMinor = (birthDate: string, day: Day): boolean =>
  isDay(birthDate) && ageStatusOn(birthDate, day) === "minor";
