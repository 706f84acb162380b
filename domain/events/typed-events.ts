/** A list of events as people type it: `12.12 Bal de Noël, 20 h, halle`. */
import type { Day } from "#domain/dates.ts";
import { errorsByField } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { foldText } from "#domain/text/search.ts";
import { readTypedLines, type TypedListLine } from "#domain/text/typed-lines.ts";
import { EVENT_FIELDS } from "./event-fields.ts";
import { eventSchema } from "./event-form.ts";
import type { EventFields } from "./planned-event.ts";
import { DRAFT_PUBLICATION } from "./publication.ts";
import { takeTypedDates, takeTypedTimes } from "./typed-dates.ts";

export const TYPED_EVENT_SENTENCES = {
  name: "Après la date, écrivez le nom de l’événement.",
  place: "Il manque le lieu\u00a0: écrivez-le à la fin, après une virgule.",
  there: "Cet événement est déjà au planning, ce jour-là.",
} as const;

/** Two events with the same title on the same day count as one event. */
export const typedEventKey = ({ name, month, firstDay }: Pick<EventFields, "name" | "month" | "firstDay">): string =>
  `${foldText(name) || name} ${firstDay || month}`;

/** A line that contains only a year: the dates below it are in this year. */
const YEAR_HEADING = /^(?:\p{L}+\s)?(20\d\d)\s*:?$/u;

/** Drafts for the lines of a list. @param today in Zurich */
export function readEventLines(
  text: string,
  existing: readonly EventFields[],
  today: Day,
): TypedListLine<EventFields>[] {
  let year: number | null = null;
  const schema = eventSchema();
  return readTypedLines(text, new Set(existing.map(typedEventKey)), {
    read(line) {
      const heading = YEAR_HEADING.exec(line);
      if (!heading) return readEvent(line, { from: today, year }, schema);
      year = Number(heading[1]);
      return null;
    },
    keyOf: typedEventKey,
    there: () => TYPED_EVENT_SENTENCES.there,
  });
}

function readEvent(
  line: string,
  from: Parameters<typeof takeTypedDates>[1],
  schema: ReturnType<typeof eventSchema>,
): Result<EventFields, string> {
  const dates = takeTypedDates(line, from);
  if (!dates.ok) return dates;
  const { month, firstDay, lastDay, rest } = dates.value;
  const { startTime, endTime, rest: words } = firstDay ? takeTypedTimes(rest) : { startTime: "", endTime: "", rest };
  const { name, place } = nameAndPlace(words);
  if (name === "") return refusal(TYPED_EVENT_SENTENCES.name);
  if (place === "") return refusal(TYPED_EVENT_SENTENCES.place);
  const [annee = "", mois = ""] = month.split("-");
  const parsed = schema.safeParse({
    Nom: name,
    annee,
    mois,
    FirstDay: firstDay,
    LastDay: lastDay,
    StartTime: startTime,
    EndTime: endTime,
    Lieu: place,
    publication: DRAFT_PUBLICATION,
  });
  return parsed.success ? success(parsed.data) : refusal(sentenceOf(errorsByField(parsed.error)));
}

function sentenceOf(errors: Readonly<Record<string, string>>): string {
  const [[field, sentence] = ["", ""]] = Object.entries(errors);
  const label = Object.values(EVENT_FIELDS).find(({ wire }) => wire === field)?.label;
  return label ? `${label}\u00a0: ${sentence}` : sentence;
}

/** Splits off the place, which follows the last comma, or the last dash of a line without a comma. */
function nameAndPlace(text: string): { readonly name: string; readonly place: string } {
  const words = trimSeparators(text);
  const comma = /[,;|]/.test(words) ? Math.max(...[",", ";", "|"].map((mark) => words.lastIndexOf(mark))) : -1;
  const at = comma < 0 ? words.lastIndexOf(" - ") : comma;
  if (at < 0) return { name: words, place: "" };
  return { name: trimSeparators(words.slice(0, at)), place: trimSeparators(words.slice(at + (comma < 0 ? 3 : 1))) };
}

const trimSeparators = (text: string): string =>
  text
    .replace(/\s+/g, " ")
    .replace(/^[\s,;:|.)-]+|[\s,;:|(-]+$/g, "")
    .replace(/(?:\s*,)+(?=\s*,)/g, "");
