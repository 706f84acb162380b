/** Slots: an event needs people at a post for some hours (docs/specification.md section 22). */
import { addDays, type Day, type Moment } from "#domain/dates.ts";
import { type EventDays, exactEventDays } from "#domain/events/days.ts";
import { zurichInstant } from "#domain/events/french-dates.ts";
import { isPostponedWithoutDate, type Postponable } from "#domain/events/postponement.ts";
import type { Person } from "#domain/person.ts";
import { compareFrench } from "#domain/text/french-order.ts";
import { foldText } from "#domain/text/search.ts";

/** A time as a distance from the first day of the event. `days`: negative before this day. `time`: `HH:MM` in Zurich. */
export type RelativeTime = { readonly days: number; readonly time: string };

export type SlotFields = {
  /** What the people do: « Bar ». */
  readonly post: string;
  readonly from: RelativeTime;
  /** After `from`. */
  readonly until: RelativeTime;
  /** Number of people. */
  readonly needed: number;
  readonly adultsOnly: boolean;
  /** If false, everybody may reply, on the page of the event. */
  readonly membersOnly: boolean;
  readonly note: string;
};

/** Content of a slot with the fields that the store adds. */
export type Slot = SlotFields & {
  readonly id: string;
  /** `subject` of the event. It stays when the event is deleted and restored. */
  readonly event: string;
  readonly version: string;
};

/** A slot with its last save. `updatedAt`: ISO 8601 in UTC. Slots that were added together have the same time. */
export type StoredSlot = Slot & { readonly updatedAt: string; readonly updatedBy: Person | null };

export const EMPTY_SLOT: SlotFields = {
  post: "",
  from: { days: 0, time: "" },
  until: { days: 0, time: "" },
  needed: 1,
  adultsOnly: false,
  membersOnly: false,
  note: "",
};

/** Per event. */
export const SLOTS_PER_EVENT_MAX = 200;

/**
 * Comparison key: an event has at most one slot with the same post and hours. For more people, the committee increases
 * `needed`.
 */
export const slotComparisonKey = ({ post, from, until }: Pick<SlotFields, "post" | "from" | "until">): string =>
  [foldText(post), from.days, from.time, until.days, until.time].join("|");

/** When a slot takes place, in Zurich. */
export type SlotHours = { readonly from: Moment; readonly until: Moment };

/** The part of an event that says when its slots take place, and whether they do. */
export type SlotEventDates = Postponable;

/**
 * Whether the event has a first day, from which the days of its slots are counted. False while it is postponed without
 * a date.
 */
export const hasDayForSlots = (event: SlotEventDates): boolean =>
  exactEventDays(event).firstDay !== "" && !isPostponedWithoutDate(event);

/** @returns null if the event has no first day. An event postponed without a date keeps its former hours. */
export function hoursOfSlot({ from, until }: Pick<SlotFields, "from" | "until">, event: EventDays): SlotHours | null {
  const { firstDay } = exactEventDays(event);
  if (firstDay === "") return null;
  const momentOf = ({ days, time }: RelativeTime): Moment => ({ day: addDays(firstDay, days), time });
  return { from: momentOf(from), until: momentOf(until) };
}

/** Before this time, the night belongs to the evening before. */
const SMALL_HOURS_END = "06:00";

export const isInSmallHours = ({ time }: Moment): boolean => time < SMALL_HOURS_END;

/** The evening under which a slot is listed: a slot that starts before 06:00 belongs to the evening before. */
export const eveningOfSlot = ({ from }: SlotHours): Day => (isInSmallHours(from) ? addDays(from.day, -1) : from.day);

/** Sort key of a moment in Zurich. */
const keyOf = ({ day, time }: Moment): string => `${day} ${time}`;

const isBefore = (a: Moment, b: Moment): boolean => keyOf(a) < keyOf(b);

/** Whether two slots take place at the same time. One that starts when the other ends does not overlap. */
export const doHoursOverlap = (a: SlotHours, b: SlotHours): boolean =>
  isBefore(a.from, b.until) && isBefore(b.from, a.until);

/** Whether the slot has ended at `now`, in Zurich. */
export const isSlotOver = ({ until }: SlotHours, now: Moment): boolean => !isBefore(now, until);

/** Whether the slot takes place at `now`, in Zurich. */
export const isSlotNow = (hours: SlotHours, now: Moment): boolean =>
  !isBefore(now, hours.from) && isBefore(now, hours.until);

/** The instant at which the slot starts. */
export const startOfSlot = ({ from: { day, time } }: SlotHours): Date => new Date(zurichInstant(day, time));

/** Whether the committee may note who is present: from the day of the slot's evening. */
export const mayRecordPresence = (hours: SlotHours, { day }: Moment): boolean => eveningOfSlot(hours) <= day;

/** Whether the slot starts within the next hour. */
export function isSlotSoon(hours: SlotHours, now: Date): boolean {
  const ms = startOfSlot(hours).getTime() - now.getTime();
  return ms > 0 && ms <= HOUR_MS;
}

const HOUR_MS = 3_600_000;

/** Order by start, end and post. */
export function compareSlots(a: SlotFields, b: SlotFields): number {
  const rank = ({ days, time }: RelativeTime) => days * 1440 + Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
  return rank(a.from) - rank(b.from) || rank(a.until) - rank(b.until) || compareFrench(a.post, b.post);
}
