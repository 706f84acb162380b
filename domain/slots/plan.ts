/** The committee's forms that plan slots: a whole night at once, or one slot. */
import * as z from "zod/mini";
import { addDays, type Day, isDay } from "#domain/dates.ts";
import { daysBetween, EVENT_DAYS_SENTENCES, type EventDays, exactEventDays, isTimeOfDay } from "#domain/events/days.ts";
import {
  checkboxSchema,
  FIELD_SENTENCES,
  optionalLineSchema,
  requiredLineSchema,
  schemaOfNullable,
  schemaOfResult,
  toSingleLine,
  typedTextSchema,
} from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { capitalise } from "#domain/text/capitalise.ts";
import { foldText } from "#domain/text/search.ts";
import {
  EMPTY_SLOT,
  eveningOfSlot,
  hoursOfSlot,
  isInSmallHours,
  type RelativeTime,
  SLOTS_PER_EVENT_MAX,
  type SlotEventDates,
  type SlotFields,
} from "./slot.ts";
import { eveningInFrench, slotHoursInFrench } from "./slot-hours.ts";

/** `text`: in characters. `posts`: of one night. `step`: in hours. `needed`: people. `distance`: days before or after the event. */
export const PLAN_LIMITS = { text: 60, note: 200, posts: 20, step: 12, needed: 99, distance: 31 } as const;

export const PLAN_SENTENCES = {
  posts: "Indiquez au moins un poste, par exemple «\u00a0Bar\u00a0».",
  tooManyPosts: `Il y a trop de postes\u00a0: ${PLAN_LIMITS.posts} au plus en une fois.`,
  longPost: (post: string) =>
    `«\u00a0${post.slice(0, 20)}…\u00a0» est trop long\u00a0: ${PLAN_LIMITS.text} caractères au plus.`,
  step: `Indiquez un nombre d’heures entre 1 et ${PLAN_LIMITS.step}.`,
  needed: `Indiquez un nombre de personnes entre 1 et ${PLAN_LIMITS.needed}.`,
  far: `Un créneau est à ${PLAN_LIMITS.distance} jours au plus de l’événement.`,
  tooMany: (count: number) =>
    `Cela ferait ${count} créneaux\u00a0: ${SLOTS_PER_EVENT_MAX} au plus pour un événement. Prenez des créneaux plus longs, ou moins de postes.`,
  full: `Cet événement a déjà ${SLOTS_PER_EVENT_MAX} créneaux, le maximum.`,
  taken: "Ce poste existe déjà à ces heures\u00a0: augmentez son nombre de personnes.",
  noDay: "L’événement n’a pas encore de jour\u00a0: indiquez-le d’abord.",
  cancelled: "L’événement est annulé.",
} as const;

export const SLOT_FIELD_LABELS = {
  post: "Poste",
  from: "De",
  until: "À",
  needed: "Personnes",
  adultsOnly: "Adultes seulement",
  membersOnly: "Pour les membres seulement",
  note: "Remarque",
} as const satisfies Record<keyof SlotFields, string>;

/** Reads « Bar, entrée, vestiaire ». Each post once, with a capital. A line break separates like a comma. */
export function parsePosts(typed: string): Result<string[], string> {
  const posts = new Map<string, string>();
  for (const part of typed.split(/[,;\n\r]/)) {
    const post = capitalise(toSingleLine(part));
    const key = foldText(post);
    if (key !== "" && !posts.has(key)) posts.set(key, post);
  }
  const all = [...posts.values()];
  const long = all.find((post) => post.length > PLAN_LIMITS.text);
  if (long) return refusal(PLAN_SENTENCES.longPost(long));
  if (all.length > PLAN_LIMITS.posts) return refusal(PLAN_SENTENCES.tooManyPosts);
  return all.length === 0 ? refusal(PLAN_SENTENCES.posts) : success(all);
}

const POSTS_MAX = PLAN_LIMITS.posts * (PLAN_LIMITS.text + 10);

const posts = () => z.pipe(typedTextSchema(POSTS_MAX, FIELD_SENTENCES.required), schemaOfResult(parsePosts));

/** Reads « 3 », « 3 h » and « 4 personnes ». */
const numberUpTo = (max: number, sentence: string) =>
  z.pipe(
    requiredLineSchema(),
    schemaOfNullable((text) => {
      const number = Number(/^(\d{1,3})(?:\s?\p{L}+\.?)?$/u.exec(text)?.[1] ?? Number.NaN);
      return number >= 1 && number <= max ? number : null;
    }, sentence),
  );

const day = () => requiredLineSchema().check(z.refine(isDay, EVENT_DAYS_SENTENCES.day));
const time = () => requiredLineSchema().check(z.refine(isTimeOfDay, EVENT_DAYS_SENTENCES.time));

const needed = () => numberUpTo(PLAN_LIMITS.needed, PLAN_SENTENCES.needed);

/**
 * Schema of the form that plans a night. `evening`: a day; if `from` is before 06:00, the night after this day. If both
 * times are equal, the night lasts 24 hours.
 */
export const nightSchema = () =>
  z.object({
    posts: posts(),
    evening: day(),
    from: time(),
    until: time(),
    every: numberUpTo(PLAN_LIMITS.step, PLAN_SENTENCES.step),
    needed: needed(),
    adultsOnly: checkboxSchema(),
    membersOnly: checkboxSchema(),
  });

export type NightPlan = z.infer<ReturnType<typeof nightSchema>>;

/** Schema of the form of one slot. An end before the start is on the next day. */
export const plannedSlotSchema = () =>
  z
    .object({
      post: requiredLineSchema(PLAN_LIMITS.text),
      day: day(),
      from: time(),
      until: time(),
      needed: needed(),
      adultsOnly: checkboxSchema(),
      membersOnly: checkboxSchema(),
      note: optionalLineSchema(PLAN_LIMITS.note),
    })
    .check(
      z.superRefine(({ from, until }, context) => {
        if (from === until)
          context.addIssue({ code: "custom", message: EVENT_DAYS_SENTENCES.noLength, path: ["until"] });
      }),
    );

export type SlotFormValues = z.infer<ReturnType<typeof plannedSlotSchema>>;

const MINUTES_OF_DAY = 1440;

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const twoDigits = (count: number): string => String(count).padStart(2, "0");

function slotTimeOf(minutes: number): RelativeTime {
  const days = Math.floor(minutes / MINUTES_OF_DAY);
  const rest = minutes - days * MINUTES_OF_DAY;
  return { days, time: `${twoDigits(Math.floor(rest / 60))}:${twoDigits(rest % 60)}` };
}

/**
 * Splits a night into parts of `step` minutes. All values are in minutes of the wall clock, so one part of a night with
 * a clock change is an hour shorter or longer.
 */
function partsOf(from: number, until: number, step: number): [from: number, until: number][] {
  const count = Math.max(1, Math.floor((until - from) / step));
  const rest = until - from - count * step;
  // A rest below half a step lengthens the last part. A longer rest is a part of its own.
  const isOwn = rest * 2 >= step;
  const starts = Array.from({ length: count + (isOwn ? 1 : 0) }, (_, i) => from + i * step);
  return starts.map((start, i) => [start, starts[i + 1] ?? until]);
}

/** The slots of a night: each post at all hours, in the order of the hours. @param event has a first day */
export function slotsOfNight(night: NightPlan, event: EventDays): SlotFields[] {
  const { evening, needed, adultsOnly, membersOnly } = night;
  const days =
    daysBetween(exactEventDays(event).firstDay, evening) + (isInSmallHours({ day: evening, time: night.from }) ? 1 : 0);
  const from = days * MINUTES_OF_DAY + minutesOf(night.from);
  const length = minutesOf(night.until) - minutesOf(night.from);
  const until = from + (length > 0 ? length : length + MINUTES_OF_DAY);
  return partsOf(from, until, night.every * 60).flatMap(([start, end]) =>
    night.posts.map((post) => ({
      ...EMPTY_SLOT,
      post,
      from: slotTimeOf(start),
      until: slotTimeOf(end),
      needed,
      adultsOnly,
      membersOnly,
    })),
  );
}

/** @param event has a first day */
export function slotFromForm({ day, from, until, ...fields }: SlotFormValues, event: EventDays): SlotFields {
  const days = daysBetween(exactEventDays(event).firstDay, day);
  return { ...fields, from: { days, time: from }, until: { days: until > from ? days : days + 1, time: until } };
}

/** Why a day is refused. Null for a day near the event. @param event has a first day */
export function slotDayRefusal(day: Day, event: EventDays): string | null {
  const { firstDay, lastDay } = exactEventDays(event);
  const isNear =
    day >= addDays(firstDay, -PLAN_LIMITS.distance) && day <= addDays(lastDay || firstDay, PLAN_LIMITS.distance);
  return isNear ? null : PLAN_SENTENCES.far;
}

/** The evenings of an event, of which the form of a night offers a choice. Empty if the event has no first day. */
export function eveningsOfEvent(event: EventDays): { readonly day: Day; readonly label: string }[] {
  const { firstDay, lastDay, startTime } = exactEventDays(event);
  if (firstDay === "") return [];
  const moment = { day: firstDay, time: startTime || "12:00" };
  const first = eveningOfSlot({ from: moment, until: moment });
  const count = Math.min(daysBetween(first, lastDay || first), PLAN_LIMITS.distance);
  const days = Array.from({ length: count + 1 }, (_, i) => addDays(first, i));
  return days.map((day) => ({ day, label: eveningInFrench(day) }));
}

/**
 * Initial values of the form of a night: the hours of the event, on its first evening without slots.
 * @param planned evenings with slots
 */
export function nightAsTyped(event: EventDays, planned: readonly Day[]) {
  const { startTime, endTime } = exactEventDays(event);
  const evenings = eveningsOfEvent(event).map(({ day }) => day);
  return {
    posts: "",
    evening: evenings.find((day) => !planned.includes(day)) ?? evenings[0] ?? "",
    from: startTime,
    until: endTime,
    every: "3",
    needed: "4",
    adultsOnly: "",
    membersOnly: "",
  };
}

const tick = (isTicked: boolean): string => (isTicked ? "on" : "");

/** Initial values of the form of a slot. Its day and times are empty if the event has no first day. */
export function slotAsTyped(slot: SlotFields, event: EventDays) {
  const hours = slot.from.time === "" ? null : hoursOfSlot(slot, event);
  return {
    post: slot.post,
    day: hours?.from.day ?? exactEventDays(event).firstDay,
    from: hours?.from.time ?? "",
    until: hours?.until.time ?? "",
    needed: String(slot.needed),
    adultsOnly: tick(slot.adultsOnly),
    membersOnly: tick(slot.membersOnly),
    note: slot.note,
  };
}

/** « la veille », « le lendemain », « 3 jours avant ». Empty for a day of the event. */
export function distanceFromEventInFrench(evening: Day, event: EventDays): string {
  const { firstDay, lastDay } = exactEventDays(event);
  const [before, after] = [daysBetween(evening, firstDay), daysBetween(lastDay || firstDay, evening)];
  if (before > 0) return before === 1 ? "la veille" : `${before}\u00a0jours avant`;
  if (after > 0) return after === 1 ? "le lendemain" : `${after}\u00a0jours après`;
  return "";
}

export const peopleCountInFrench = (count: number): string => `${count}\u00a0${count === 1 ? "personne" : "personnes"}`;

export const slotCountInFrench = (count: number): string => `${count}\u00a0${count === 1 ? "créneau" : "créneaux"}`;

/** The texts of a slot's fields, for a conflict and for the journal: « Bar », « samedi 12 juin, 22 h à 1 h ». */
export function slotFieldsInFrench(slot: SlotFields, event: SlotEventDates): string[] {
  const hours = hoursOfSlot(slot, event);
  return [
    slot.post,
    hours ? slotHoursInFrench(hours) : "",
    peopleCountInFrench(slot.needed),
    slot.adultsOnly ? "adultes seulement" : "",
    slot.membersOnly ? "pour les membres seulement" : "",
    slot.note && `«\u00a0${slot.note}\u00a0»`,
  ].filter((text) => text !== "");
}
