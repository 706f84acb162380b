/** Slots and replies for tests. */
import type { EventFields } from "#domain/events/planned-event.ts";
import type { Reply } from "#domain/slots/reply.ts";
import type { Replier } from "#domain/slots/reply-rules.ts";
import { EMPTY_SLOT, type Slot, type SlotEventDates, type SlotFields } from "#domain/slots/slot.ts";
import { anEvent } from "#tests/event-of-a-month.ts";

/** @param hour of the first evening: 25 is 1 h in the night */
const timeOf = (hour: number) => ({
  days: Math.floor(hour / 24),
  time: `${String(((hour % 24) + 24) % 24).padStart(2, "0")}:00`,
});

/** @returns a slot of three hours, unless `until` is given */
export const aSlot = (id: string, from: number, fields: Partial<SlotFields> = {}, until = from + 3): Slot => ({
  ...EMPTY_SLOT,
  post: "Bar",
  from: timeOf(from),
  until: timeOf(until),
  id,
  event: "fete",
  version: "1",
  ...fields,
});

/** An event on Saturday, 12 June 2027. */
export const theEvent = ({ firstDay = "2027-06-12", ...fields }: Partial<EventFields> = {}): SlotEventDates =>
  anEvent({ month: firstDay.slice(0, 7) || "2027-06", firstDay, ...fields });

export const aReply = (slot: string, person: string, fields: Partial<Reply> = {}): Reply => ({
  id: `${slot} ${person}`,
  event: "fete",
  slot,
  member: "",
  person,
  name: person,
  phone: "0791234567",
  isAdult: false,
  at: new Date("2027-05-01T12:00:00Z"),
  submission: "s",
  agreed: { post: "Bar", from: { day: "2027-06-12", time: "18:00" }, until: { day: "2027-06-12", time: "21:00" } },
  confirmedAt: null,
  withdrawnAt: null,
  withdrawnBy: null,
  isPresent: false,
  isWithdrawalSeen: false,
  ...fields,
});

export const aReplier = (fields: Partial<Replier> = {}): Replier => ({
  person: "zoe",
  member: "",
  name: "Zoé Héritier",
  phone: "0791234567",
  isAdult: false,
  birthDate: "",
  door: "public",
  ...fields,
});
