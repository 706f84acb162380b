/** What visitors may choose on the page of an event. */
import type { Moment } from "#domain/dates.ts";
import { zurichInstant } from "#domain/events/french-dates.ts";
import { hasSlotDay, isSlotOver, type Slot, type SlotEvent } from "./slot.ts";
import { dayOfSlotInFrench, slotsByEvening, type TimedSlot, timesInFrench } from "./slot-hours.ts";

/** Without names or counts of people who come. */
export type OfferedSlot = Pick<Slot, "id" | "post" | "adultsOnly" | "note"> & {
  /** « 21 h à 0 h » */
  readonly hours: string;
  readonly missing: number;
};

export type SlotOffer = {
  /**
   * `open`: people are missing. `full`: nobody is missing. `members`: people are missing only in slots for members.
   * `cancelled`, `closed`: the event is cancelled, or has no date. `over`: all slots have ended. `none`: no slots.
   */
  readonly is: "open" | "full" | "members" | "cancelled" | "closed" | "over" | "none";
  /** Slots for everybody that have not ended, by evening and night: slots that lack people first. */
  readonly evenings: readonly { readonly title: string; readonly slots: readonly OfferedSlot[] }[];
  /** Number of people who are missing in slots for members. */
  readonly missingMembers: number;
  /** When the next slot ends, and the offer changes. */
  readonly until: Date | null;
};

const NOTHING = { evenings: [], missingMembers: 0, until: null };

/** @param coming number of people who come to each slot @param now in Zurich */
export function slotOffer(
  slots: readonly Slot[],
  coming: ReadonlyMap<string, number>,
  event: SlotEvent,
  now: Moment,
): SlotOffer {
  if (slots.length === 0) return { is: "none", ...NOTHING };
  if (!hasSlotDay(event)) return { is: event.status === "annule" ? "cancelled" : "closed", ...NOTHING };
  const upcoming = slotsByEvening(slots, event)
    .flatMap((evening) => evening.slots)
    .filter(({ hours }) => !isSlotOver(hours, now))
    .map((slot) => ({ ...slot, missing: Math.max(0, slot.needed - (coming.get(slot.id) ?? 0)) }));
  if (upcoming.length === 0) return { is: "over", ...NOTHING };
  const until = firstEnd(upcoming);
  if (event.status === "annule") return { is: "cancelled", ...NOTHING, until };
  const [ofMembers, ofAll] = [upcoming.filter(({ membersOnly }) => membersOnly), upcoming.filter(isForAll)];
  const missingMembers = ofMembers.reduce((sum, { missing }) => sum + missing, 0);
  const isOpen = ofAll.some(({ missing }) => missing > 0);
  return {
    is: isOpen ? "open" : missingMembers > 0 ? "members" : "full",
    evenings: [...Map.groupBy(ofAll, ({ hours }) => dayOfSlotInFrench(hours))].map(([title, some]) => ({
      title,
      slots: missingFirst(some.map(offered)),
    })),
    missingMembers,
    until,
  };
}

/** Whether visitors may choose the slot. */
export const isForAll = ({ membersOnly }: Pick<Slot, "membersOnly">): boolean => !membersOnly;

function firstEnd(slots: readonly TimedSlot[]): Date {
  const ends = slots.map(({ hours: { until } }) => Date.parse(zurichInstant(until.day, until.time)));
  return new Date(Math.min(...ends));
}

const offered = ({ id, post, adultsOnly, note, hours, missing }: TimedSlot & { missing: number }): OfferedSlot => ({
  id,
  post,
  adultsOnly,
  note,
  missing,
  hours: timesInFrench(hours),
});

/** Keeps the order of time among the slots that lack people, and among the others. */
const missingFirst = (slots: readonly OfferedSlot[]): OfferedSlot[] =>
  slots.toSorted((a, b) => Number(a.missing === 0) - Number(b.missing === 0));
