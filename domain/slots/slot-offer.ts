/** What visitors may choose on the page of an event. */
import type { Moment } from "#domain/dates.ts";
import { zurichInstant } from "#domain/events/french-dates.ts";
import { hasDayForSlots, isSlotOver, type Slot, type SlotEventDates } from "./slot.ts";
import { slotDayInFrench, slotsByEvening, slotTimesInFrench, type TimedSlot } from "./slot-hours.ts";
import { missingPeople } from "./slot-state.ts";

/** A slot as visitors see it, without the names or the number of people who come. */
export type VisitorSlot = Pick<Slot, "id" | "post" | "adultsOnly" | "note"> & {
  /** « 21 h à 0 h » */
  readonly hours: string;
  readonly missing: number;
};

export type VisitorSlotOffer = {
  /**
   * `open`: people are missing. `full`: nobody is missing. `members`: people are missing only in slots for members.
   * `cancelled`, `closed`: the event is cancelled, or has no date. `over`: all slots have ended. `none`: no slots.
   */
  readonly is: "open" | "full" | "members" | "cancelled" | "closed" | "over" | "none";
  /** Slots for everybody that have not ended, by evening and night: slots that lack people first. */
  readonly evenings: readonly { readonly title: string; readonly slots: readonly VisitorSlot[] }[];
  /** Number of people who are missing in slots for members. */
  readonly missingMembers: number;
  /** End of the next slot, after which the offer is another one. Null if no slot is offered. */
  readonly until: Date | null;
};

const NOTHING = { evenings: [], missingMembers: 0, until: null };

/** @param coming number of people who come to each slot @param now in Zurich */
export function visitorSlotOffer(
  slots: readonly Slot[],
  coming: ReadonlyMap<string, number>,
  event: SlotEventDates,
  now: Moment,
): VisitorSlotOffer {
  if (slots.length === 0) return { is: "none", ...NOTHING };
  if (!hasDayForSlots(event)) return { is: event.status === "annule" ? "cancelled" : "closed", ...NOTHING };
  const upcoming = slotsByEvening(slots, event)
    .flatMap((evening) => evening.slots)
    .filter(({ hours }) => !isSlotOver(hours, now))
    .map((slot) => ({ ...slot, missing: missingPeople(slot, coming.get(slot.id) ?? 0) }));
  if (upcoming.length === 0) return { is: "over", ...NOTHING };
  const until = firstEnd(upcoming);
  if (event.status === "annule") return { is: "cancelled", ...NOTHING, until };
  const [ofMembers, ofAll] = [upcoming.filter(({ membersOnly }) => membersOnly), upcoming.filter(isOpenToVisitors)];
  const missingMembers = ofMembers.reduce((sum, { missing }) => sum + missing, 0);
  const isOpen = ofAll.some(({ missing }) => missing > 0);
  return {
    is: isOpen ? "open" : missingMembers > 0 ? "members" : "full",
    evenings: [...Map.groupBy(ofAll, ({ hours }) => slotDayInFrench(hours))].map(([title, some]) => ({
      title,
      slots: missingFirst(some.map(offered)),
    })),
    missingMembers,
    until,
  };
}

/** Whether visitors may choose the slot. */
export const isOpenToVisitors = ({ membersOnly }: Pick<Slot, "membersOnly">): boolean => !membersOnly;

function firstEnd(slots: readonly TimedSlot[]): Date {
  const ends = slots.map(({ hours: { until } }) => Date.parse(zurichInstant(until.day, until.time)));
  return new Date(Math.min(...ends));
}

const offered = ({ id, post, adultsOnly, note, hours, missing }: TimedSlot & { missing: number }): VisitorSlot => ({
  id,
  post,
  adultsOnly,
  note,
  missing,
  hours: slotTimesInFrench(hours),
});

/** Keeps the order of time among the slots that lack people, and among the others. */
const missingFirst = (slots: readonly VisitorSlot[]): VisitorSlot[] =>
  slots.toSorted((a, b) => Number(a.missing === 0) - Number(b.missing === 0));
