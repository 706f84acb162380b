import { addDays, ageInYears, type Day, isDay, yearsBefore } from "./dates.ts";

export const MINIMUM_AGE = 16;
export const AGE_OF_MAJORITY = 18;
const MAXIMUM_AGE = 120;

export type AgeStatus = "adult" | "minor" | "too-young" | "impossible";

/** How a person's age on `day` limits a sign-up (docs/specification.md sections 4, 5 and 9). */
export function ageStatusOn(birthDate: Day, day: Day): AgeStatus {
  const age = ageInYears(birthDate, day);
  if (age < 0 || age > MAXIMUM_AGE) return "impossible";
  if (age < MINIMUM_AGE) return "too-young";
  return age < AGE_OF_MAJORITY ? "minor" : "adult";
}

/** The initial birth date in the sign-up form on `day`. A person born on this date comes of age on `day`. */
export const initialBirthDate = (day: Day): Day => yearsBefore(day, AGE_OF_MAJORITY);

/** Whether `birth` is the form's initial date on `day` or on the day before. A form may be sent after midnight. */
export const isInitialBirthDate = (birth: Day, day: Day): boolean =>
  [day, addDays(day, -1)].some((day) => birth === initialBirthDate(day));

/** Whether a guardian must consent on `day`. False for an invalid birth date. */
export const isMinor = (birthDate: string, day: Day): boolean =>
  isDay(birthDate) && ageStatusOn(birthDate, day) === "minor";
