/** The places of a person: what the page behind a link and the personal page show. */
import { momentInZurich } from "#domain/dates.ts";
import { isAnnounced, type PlannedEvent } from "#domain/events/planned-event.ts";
import { firstNameOf, isComing, needsConfirmation, type Reply } from "./reply.ts";
import { mayWithdraw } from "./reply-rules.ts";
import { hasSlotDay, hoursOfSlot, isSlotOver, type Slot, type SlotHours, startOfSlot } from "./slot.ts";
import { hoursInFrench } from "./slot-hours.ts";
import { presentTerms, slotState } from "./slot-state.ts";

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

/** What the places of a person at an event are read from. */
export type PlaceSource<Event extends PlannedEvent = PlannedEvent> = {
  /** Null while the event is deleted. */
  readonly event: Event | null;
  readonly slots: readonly Slot[];
  /** All replies to the event. */
  readonly replies: readonly Reply[];
};

/** @param own the replies that the page may show, all of one person at one event */
export function placesOf(own: readonly Reply[], source: PlaceSource, now: Date): PlacesOfEvent {
  const { event } = source;
  const bySlot = Map.groupBy(own, ({ slot }) => slot);
  const places = [...bySlot.values()].flatMap((replies) => {
    const last = lastReply(replies);
    return last ? { ...placeOf(last, source, now), order: placeOrder(last, source) } : [];
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

/** A person has at most one reply to a slot with which the person comes. */
export const lastReply = (replies: readonly Reply[]): Reply | undefined => replies.find(isComing) ?? replies.at(-1);

/** The hours that a page shows: those of the slot, or else the agreed ones. */
export const shownHours = (reply: Reply, { event, slots }: PlaceSource): SlotHours => {
  const slot = slots.find(({ id }) => id === reply.slot);
  return (event && slot && presentTerms(slot, event)) ?? reply.agreed;
};

/** Sort key: when the place begins. */
export const placeOrder = (reply: Reply, source: PlaceSource): string => {
  const { from } = shownHours(reply, source);
  return `${from.day} ${from.time}`;
};

function placeOf(reply: Reply, source: PlaceSource, now: Date): Place {
  const { event, slots, replies } = source;
  const slot = slots.find(({ id }) => id === reply.slot);
  const state = stateOf(reply, source, now);
  const comes = state === "coming" || state === "to-confirm";
  return {
    slot: reply.slot,
    reply: reply.id,
    state,
    post: slot?.post ?? reply.agreed.post,
    when: hoursOrEmpty(shownHours(reply, source)),
    was: state === "to-confirm" && slot && event ? formerTerms(reply, slot, event) : { post: "", when: "" },
    note: slot?.note ?? "",
    others: comes
      ? replies
          .filter((one) => one.slot === reply.slot && one.person !== reply.person && isComing(one))
          .map(firstNameOf)
      : [],
    mayWithdraw: mayWithdrawPlace(reply, source, now),
    mayReturn: state === "withdrawn" && slot && event ? isOpen(slot, event, replies, now) : false,
  };
}

export function stateOf(reply: Reply, { event, slots, replies }: PlaceSource, now: Date): PlaceState {
  const slot = slots.find(({ id }) => id === reply.slot);
  if (!isComing(reply)) {
    const isBack = replies.some((one) => one.slot === reply.slot && one.person === reply.person && isComing(one));
    if (isBack) return "again";
    return reply.withdrawnBy === "committee" ? "removed" : "withdrawn";
  }
  if (!event || !slot) return "gone";
  if (event.status === "annule") return "cancelled";
  const hours = hoursOfSlot(slot, event);
  if (!hours || !hasSlotDay(event)) return "without-date";
  if (isSlotOver(hours, momentInZurich(now))) return "over";
  return needsConfirmation(reply, presentTerms(slot, event)) ? "to-confirm" : "coming";
}

/** A place whose hours changed was not agreed to: the person may withdraw until it begins. */
export function mayWithdrawPlace(reply: Reply, source: PlaceSource, now: Date): boolean {
  const hours = shownHours(reply, source);
  const state = stateOf(reply, source, now);
  if (state === "to-confirm") return startOfSlot(hours) > now;
  return state === "without-date" || (state === "coming" && mayWithdraw(hours, now));
}

function isOpen(slot: Slot, event: PlannedEvent, replies: readonly Reply[], now: Date): boolean {
  const terms = presentTerms(slot, event);
  return terms !== null && !isSlotOver(terms, momentInZurich(now)) && slotState(slot, event, replies).missing > 0;
}

function formerTerms({ agreed }: Reply, slot: Slot, event: PlannedEvent): Place["was"] {
  const terms = presentTerms(slot, event);
  const isSame = (name: "from" | "until") =>
    agreed[name].day === terms?.[name].day && agreed[name].time === terms[name].time;
  const post = agreed.post === slot.post ? "" : agreed.post;
  return { post, when: isSame("from") && isSame("until") ? "" : hoursOrEmpty(agreed) };
}

/** Hours of a damaged document are unknown. */
const hoursOrEmpty = (hours: SlotHours): string => (hours.from.day === "" ? "" : hoursInFrench(hours));
