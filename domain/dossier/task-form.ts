/** The form of a task. « Quand » is one text: « J−60 », « 12.6.2027 », « 12 juin », or nothing. */
import * as z from "zod/mini";
import { type Day, swissDay } from "#domain/dates.ts";
import { daysBetween } from "#domain/events/days.ts";
import {
  errorsByField,
  type FieldErrors,
  optionalLineSchema,
  requiredLineSchema,
  type TypedValues,
} from "#domain/fields.ts";
import { readImportedDate } from "#domain/register/import/dates.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";
import { foldText } from "#domain/text/search.ts";
import { TASKS_PER_EVENT_MAX, type TaskDue, type TaskFields } from "./task.ts";

/** `text`, `who`, `due`: in characters. `distance`: days before or after the event, or from today for a date. */
const TASK_LIMITS = { text: 200, who: 60, due: 40, distance: 400 } as const;

export const TASK_SENTENCES = {
  due: "Écrivez par exemple J−60, J+3 ou 12.6.2027, ou rien.",
  noDay: "Ce jour n’existe pas dans le calendrier.",
  far: `C’est trop loin\u00a0: ${TASK_LIMITS.distance}\u00a0jours au plus.`,
  noEvent: "Ce dossier n’a pas de jour\u00a0J\u00a0: écrivez une date, par exemple 12.6.2027.",
  taken: "Cette tâche est déjà dans le dossier.",
  full: `Ce dossier a déjà ${TASKS_PER_EVENT_MAX} tâches, le maximum.`,
  tooMany: (count: number) => `Cela ferait ${count} tâches\u00a0: ${TASKS_PER_EVENT_MAX} au plus dans un dossier.`,
} as const;

export const TASK_FIELD_LABELS = { text: "Tâche", due: "Quand", who: "Qui" } as const satisfies Record<
  keyof TaskFields,
  string
>;

/** Schema of the form. `readTask` reads « Quand ». */
export const taskSchema = () =>
  z.object({
    text: requiredLineSchema(TASK_LIMITS.text),
    due: optionalLineSchema(TASK_LIMITS.due),
    who: optionalLineSchema(TASK_LIMITS.who),
  });

// Build the schema once: building takes longer than validating a form.
const TASK = taskSchema();

/** What a typed date needs: the first day of the event, or today for the association. */
export type DueContext = { readonly nearest: Day; readonly isAssociation: boolean };

/** @param typed the fields `text`, `due` and `who` @returns the task, or one sentence for each refused field */
export function readTask(typed: TypedValues, context: DueContext): Result<TaskFields, FieldErrors> {
  const parsed = TASK.safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const due = parseTaskDue(parsed.data.due, context);
  return due.ok ? success({ ...parsed.data, due: due.value }) : refusal({ due: due.reason });
}

const DISTANCE = /^(?:j|jour j)?\s*([+\-\u2212\p{Pd}])\s*(\d{1,4})\s*(?:j|jours?)?$/iu;
/** « 60 jours avant », « une semaine après la fête », on the text without accents. */
const DISTANCE_IN_WORDS = /^(\d{1,4}|\p{L}+)\s?(j\.?|jours?|sem\.?|semaines?|mois)\s(avant|apres)(?:\s.*)?$/u;
const NUMBERS = "un deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze".split(" ");
const NAMED_DAYS: ReadonlyMap<string, number> = new Map([
  ["j", 0],
  ["jour j", 0],
  ["jour meme", 0],
  ["veille", -1],
  ["avant veille", -2],
  ["lendemain", 1],
  ["surlendemain", 2],
]);
/** As the starting lists count: a month is 30 days. */
const UNIT_DAYS = { j: 1, s: 7, m: 30 } as const;

/** « le 12 juin », « samedi 12 juin », « sa 12.6. ». */
const BEFORE_DATE = /^(?:le\s)?(?:(?:lun|mar|mer|jeu|ven|sam|dim)\p{L}*\.?,?\s|(?:lu|ma|me|je|ve|sa|di)\.?\s)?(?=\d)/iu;
const WITHOUT_YEAR = /^(\d{1,2})(?:[./]\s?(\d{1,2})\.?|(?:er|\.)?\s(\p{L}+)\.?)$/u;
/** What looks like a date: the sentence then says that there is no such day. */
const LIKE_A_DATE = /^\d{1,2}(?:[./-]\s?\d{1,2}(?:[./-]\s?(?:\d{4}|\d\d)?)?|(?:er)?\s\p{L}+\.?(?:\s\d{2,4})?)$/u;
/** Dates with two digits of the year are of this century. */
const LAST_DAY = "2099-12-31";
/** In days: a date without a year is at most so far from the event, so the 29th of February is refused in other years. */
const HALF_A_YEAR = 184;

/**
 * Reads « J−60 », « -60 », « J », « 60 jours avant », « la veille », « 12.6.2027 », « 12.6. », « 12/6 », « samedi 12 juin ».
 * Null for an empty text.
 */
export function parseTaskDue(typed: string, { nearest, isAssociation }: DueContext): Result<TaskDue | null, string> {
  const text = normaliseUnicode(typed, "NFKC").trim();
  if (text === "") return success(null);
  const days = readDistance(text);
  if (days !== null) {
    if (isAssociation) return refusal(TASK_SENTENCES.noEvent);
    return Math.abs(days) > TASK_LIMITS.distance ? refusal(TASK_SENTENCES.far) : success({ days });
  }
  const date = text.replace(BEFORE_DATE, "").replace(/^(\d{1,2})\. ?(?=\p{L})/u, "$1 ");
  const day = WITHOUT_YEAR.test(date) ? nearestDate(date, nearest) : readImportedDate(date, LAST_DAY);
  if (day === null) return refusal(LIKE_A_DATE.test(date) ? TASK_SENTENCES.noDay : TASK_SENTENCES.due);
  const distance = Math.abs(daysBetween(nearest, day));
  return distance > 2 * TASK_LIMITS.distance ? refusal(TASK_SENTENCES.far) : success({ day });
}

/** @returns the days after the event, negative before it; null for another text */
function readDistance(text: string): number | null {
  const [, sign = "", digits = ""] = DISTANCE.exec(text) ?? [];
  // Not -0, which JSON writes as 0.
  if (digits !== "") return Number(digits) * (sign === "+" ? 1 : -1) || 0;
  const words = foldText(text);
  const named = NAMED_DAYS.get(words.replace(/^(?:le |la |l['’ ]?(?=avant))/, "").replace("-", " "));
  if (named !== undefined) return named;
  const [, count = "", unit = "", side] = DISTANCE_IN_WORDS.exec(words) ?? [];
  const number = /^\d/.test(count) ? Number(count) : NUMBERS.indexOf(count === "une" ? "un" : count) + 1;
  if (side === undefined || (number === 0 && count !== "0")) return null;
  const days = number * UNIT_DAYS[unit.charAt(0) as keyof typeof UNIT_DAYS];
  return (side === "avant" ? -days : days) || 0;
}

/** A date without a year: the one nearest to `nearest`. */
function nearestDate(text: string, nearest: Day): Day | null {
  const year = Number(nearest.slice(0, 4));
  const days = [year - 1, year, year + 1].flatMap((each) => {
    const separator = /\p{L}/u.test(text) ? " " : ".";
    return readImportedDate(`${text.replace("/", ".").replace(/\.$/, "")}${separator}${each}`, LAST_DAY) ?? [];
  });
  const distanceOf = (day: Day) => Math.abs(daysBetween(nearest, day));
  return days.find((day) => distanceOf(day) <= HALF_A_YEAR) ?? null;
}

/** The text of a due date in the form: « J−60 », « 12.06.2027 ». Empty without a date. */
export function taskDueAsTyped(due: TaskDue | null): string {
  if (due === null) return "";
  return "day" in due ? swissDay(due.day) : distanceInFrench(due.days);
}

/** « J−60 », « J », « J+3 ». */
export function distanceInFrench(days: number): string {
  if (days === 0) return "J";
  return days < 0 ? `J\u2212${-days}` : `J+${days}`;
}

/** Initial values of the form. */
export const taskAsTyped = ({ text, due, who }: TaskFields) => ({ text, due: taskDueAsTyped(due), who });

/** The texts of a task's fields, for a conflict: « Réserver la salle », « J−60 », « Sophie ». */
export const taskFieldsInFrench = ({ text, due, who }: TaskFields): string[] => [
  text,
  taskDueAsTyped(due) || "sans date",
  who || "sans personne",
];
