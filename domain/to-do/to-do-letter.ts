/** The letter of Monday about « À faire » (docs/specification.md section 23). */
import { type Day, momentInZurich } from "#domain/dates.ts";
import type { DueDay } from "#domain/dossier/task.ts";
import { areDaysInSameYear, daysInFrench } from "#domain/events/french-dates.ts";
import { toSingleLine } from "#domain/fields.ts";
import type { ComposedLetter, LetterFact, LetterPart } from "#domain/mail/letter.ts";
import { renderLetterBodies } from "#domain/mail/letter-html.ts";
import { compareToDos } from "./to-do.ts";

/** A line of the letter. `eventName`: empty for what the site itself found. `who`: first name, or empty. */
export type ToDoLine = {
  readonly id: string;
  readonly text: string;
  readonly eventName: string;
  readonly who: string;
  readonly due: DueDay;
};

const HOUR = "07:00";
const MONDAY = 1;
/** Lines of each of the two parts. */
const LINES_MAX = 20;

/** The Monday on which the letters may leave now, from 07:00 in Zurich until midnight. Null at other times. */
export function mondayOfToDoLetters(now: Date): Day | null {
  const { day, time } = momentInZurich(now);
  return new Date(day).getUTCDay() === MONDAY && time >= HOUR ? day : null;
}

type Options = { readonly today: Day; readonly publicUrl: string };

/** @param lines at least one, all of `isDueThisWeek` */
export function composeToDoLetter(lines: readonly ToDoLine[], { today, publicUrl }: Options): ComposedLetter {
  const sorted = lines.toSorted(compareToDos);
  const late = sorted.filter(({ due }) => due.day < today);
  const soon = sorted.filter(({ due }) => due.day >= today);
  const title = [late.length > 0 && `${late.length} en retard`, soon.length > 0 && `${soon.length} dans les sept jours`]
    .filter(Boolean)
    .join(", ");
  const switchUrl = `${publicUrl}/comptes#rappels`;
  const parts: LetterPart[] = [
    ...partOf({ kind: "alert", text: "En retard" }, late, today),
    ...partOf({ kind: "text", text: "Dans les sept jours" }, soon, today),
    { kind: "button", text: "Ouvrir «\u00a0À faire\u00a0»", address: `${publicUrl}/a-faire` },
    { kind: "facts", facts: [{ label: "Ne plus recevoir cet e-mail", value: switchUrl, address: switchUrl }] },
  ];
  const foot =
    "Cet e-mail part le lundi à 7\u00a0h, quand quelque chose est en retard ou prévu dans les sept jours. Les listes complètes sont sur le site.";
  const preview = sorted
    .slice(0, 3)
    .map(({ text }) => toSingleLine(text))
    .join(", ");
  return {
    subject: `À faire\u00a0: ${title}`,
    ...renderLetterBodies({ kicker: "À faire", title, preview, parts, foot }),
  };
}

function partOf(heading: LetterPart, lines: readonly ToDoLine[], today: Day): LetterPart[] {
  if (lines.length === 0) return [];
  const facts = lines.slice(0, LINES_MAX).map((line) => factOf(line, today));
  const rest = lines.length - facts.length;
  const more: LetterPart[] = rest > 0 ? [{ kind: "text", text: `Et ${rest} ${rest === 1 ? "autre" : "autres"}.` }] : [];
  return [heading, { kind: "facts", facts }, ...more];
}

function factOf({ text, eventName, who, due: { day, isApproximate } }: ToDoLine, today: Day): LetterFact {
  const year = areDaysInSameYear(day, today) ? "" : ` ${day.slice(0, 4)}`;
  const what = [text, eventName].filter(Boolean).join(", ");
  return {
    label: `${isApproximate ? "vers le " : ""}${daysInFrench(day, "", "long")}${year}`,
    value: toSingleLine(who === "" ? what : `${what} (${who})`),
  };
}
