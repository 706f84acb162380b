/** The places of a person: what the page behind a link and the personal page show. */
import { momentInZurich } from "#domain/dates.ts";
import { isAnnounced, type PlannedEvent } from "#domain/events/planned-event.ts";
import { firstNameOfReply, isComing, needsConfirmation, type Reply } from "./reply.ts";
import { mayWithdrawByLink } from "./reply-rules.ts";
import { hasDayForSlots, hoursOfSlot, isSlotOver, type Slot, type SlotHours, startOfSlot } from "./slot.ts";
import { slotHoursInFrench } from "./slot-hours.ts";
import { currentTerms, slotStaffing } from "./slot-state.ts";

/**
 * `to-confirm`: the person agreed to other hours, or to another post. `removed`: the committee withdrew the person.
 * `again`: withdrawn, but the person comes through another submission. `gone`: the slot or its event was deleted.
 */
export type PlaceState =
  | "coming"
  | "to-confirm"
  | "withdrawn"
  | "removed"
  | "again"
  | "cancelled"
  | "without-date"
  | "gone"
  | "over";

/** A slot to which a person comes, or came before withdrawing. */
export type Place = {
  readonly slot: string;
  /** Id of the person's last reply to the slot. */
  readonly reply: string;
  readonly state: PlaceState;
  readonly post: string;
  /** In French. What the person agreed to, if the slot does not take place. */
  readonly when: string;
  /** What the person agreed to, as far as it differs; `when` in French. Both are empty unless `to-confirm`. */
  readonly was: { readonly post: string; readonly when: string };
  readonly note: string;
  /** First names of the others who come to the slot. Empty unless the person comes. */
  readonly others: readonly string[];
  readonly mayWithdraw: boolean;
  /** Whether a withdrawn person may come again. */
  readonly mayReturn: boolean;
};

export type PlacesOfEvent = {
  readonly name: string;
  /** Id of the event, if visitors may see its page; otherwise null. */
  readonly id: string | null;
  /** Whom to call, as the committee typed it. May be empty. */
  readonly contact: string;
  readonly places: readonly Place[];
};

/** The data from which `placesOfPerson` derives a person's places at an event. */
export type PlaceSource<Event extends PlannedEvent = PlannedEvent> = {
  /** Null while the event is deleted. */
  readonly event: Event | null;
  readonly slots: readonly Slot[];
  /** All replies to the event. */
  readonly replies: readonly Reply[];
};

/** @param own the replies that the page may show, all of one person at one event */
export function placesOfPerson(own: readonly Reply[], source: PlaceSource, now: Date): PlacesOfEvent {
  const { event } = source;
  const bySlot = Map.groupBy(own, ({ slot }) => slot);
  const places = [...bySlot.values()].flatMap((replies) => {
    const last = currentReply(replies);
    return last ? { ...placeOf(last, source, now), order: placeSortKey(last, source) } : [];
  });
  return {
    name: event?.name ?? "",
    id: event && isAnnounced(event) ? event.id : null,
    contact: event?.contact ?? "",
    places: places
      .toSorted((a, b) => (a.order < b.order ? -1 : Number(a.order > b.order)))
      .map(({ order: _, ...place }) => place),
  };
}

/**
 * The reply that counts, of one person's replies to a slot: the one that is not withdrawn, of which there is at most
 * one, or else the last.
 */
export const currentReply = (replies: readonly Reply[]): Reply | undefined => replies.find(isComing) ?? replies.at(-1);

/** The hours that a page shows: those of the slot; if it has none any more, the hours to which the person agreed. */
export const hoursOfPlace = (reply: Reply, { event, slots }: PlaceSource): SlotHours => {
  const slot = slots.find(({ id }) => id === reply.slot);
  return (event && slot && currentTerms(slot, event)) ?? reply.agreed;
};

/** Sort key: when the place begins. */
export const placeSortKey = (reply: Reply, source: PlaceSource): string => {
  const { from } = hoursOfPlace(reply, source);
  return `${from.day} ${from.time}`;
};

function placeOf(reply: Reply, source: PlaceSource, now: Date): Place {
  const { event, slots, replies } = source;
  const slot = slots.find(({ id }) => id === reply.slot);
  const state = placeStateOf(reply, source, now);
  const comes = state === "coming" || state === "to-confirm";
  return {
    slot: reply.slot,
    reply: reply.id,
    state,
    post: slot?.post ?? reply.agreed.post,
    when: hoursOrEmpty(hoursOfPlace(reply, source)),
    was: state === "to-confirm" && slot && event ? formerTerms(reply, slot, event) : { post: "", when: "" },
    note: slot?.note ?? "",
    others: comes
      ? replies
          .filter((one) => one.slot === reply.slot && one.person !== reply.person && isComing(one))
          .map(firstNameOfReply)
      : [],
    mayWithdraw: mayWithdrawPlace(reply, source, now),
    mayReturn: state === "withdrawn" && slot && event ? isOpen(slot, event, replies, now) : false,
  };
}

export function placeStateOf(reply: Reply, { event, slots, replies }: PlaceSource, now: Date): PlaceState {
  const slot = slots.find(({ id }) => id === reply.slot);
  if (!isComing(reply)) {
    const isBack = replies.some((one) => one.slot === reply.slot && one.person === reply.person && isComing(one));
    if (isBack) return "again";
    return reply.withdrawnBy === "committee" ? "removed" : "withdrawn";
  }
  if (!event || !slot) return "gone";
  if (event.status === "annule") return "cancelled";
  const hours = hoursOfSlot(slot, event);
  if (!hours || !hasDayForSlots(event)) return "without-date";
  if (isSlotOver(hours, momentInZurich(now))) return "over";
  return needsConfirmation(reply, currentTerms(slot, event)) ? "to-confirm" : "coming";
}

/**
 * After a change of the hours, the person may withdraw until the slot begins, because the person has not agreed to
 * them.
 */
export function mayWithdrawPlace(reply: Reply, source: PlaceSource, now: Date): boolean {
  const hours = hoursOfPlace(reply, source);
  const state = placeStateOf(reply, source, now);
  if (state === "to-confirm") return startOfSlot(hours) > now;
  return state === "without-date" || (state === "coming" && mayWithdrawByLink(hours, now));
}

function isOpen(slot: Slot, event: PlannedEvent, replies: readonly Reply[], now: Date): boolean {
  const terms = currentTerms(slot, event);
  return terms !== null && !isSlotOver(terms, momentInZurich(now)) && slotStaffing(slot, event, replies).missing > 0;
}

function formerTerms({ agreed }: Reply, slot: Slot, event: PlannedEvent): Place["was"] {
  const terms = currentTerms(slot, event);
  const isSame = (name: "from" | "until") =>
    agreed[name].day === terms?.[name].day && agreed[name].time === terms[name].time;
  const post = agreed.post === slot.post ? "" : agreed.post;
  return { post, when: isSame("from") && isSame("until") ? "" : hoursOrEmpty(agreed) };
}

/** Hours of a damaged document are unknown. */
const hoursOrEmpty = (hours: SlotHours): string => (hours.from.day === "" ? "" : slotHoursInFrench(hours));
