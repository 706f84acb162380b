/** The places of a person: what the page behind a link and the personal page show, and what the person may do there. */
import { momentInZurich } from "#domain/dates.ts";
import { isAnnounced } from "#domain/events/planned-event.ts";
import { firstNameOf, isComing, needsConfirmation, type Reply } from "#domain/slots/reply.ts";
import { countComing, mayWithdraw } from "#domain/slots/reply-rules.ts";
import {
  hasSlotDay,
  hoursOfSlot,
  isSlotOver,
  type Slot,
  type SlotHours,
  type StoredSlot,
  startOfSlot,
} from "#domain/slots/slot.ts";
import { hoursInFrench } from "#domain/slots/slot-hours.ts";
import { presentTerms, slotState } from "#domain/slots/slot-state.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { come, confirmReplies } from "./come.ts";
import { sentenceOfRefusal } from "./refusal.ts";

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

export type PlaceServices = Pick<Services, "events" | "slots" | "replies" | "clock">;

/** What the places of a person at an event are read from. */
export type PlaceSource = {
  /** Null while the event is deleted. */
  readonly event: StoredEvent | null;
  readonly slots: readonly StoredSlot[];
  /** All replies to the event. */
  readonly replies: readonly Reply[];
};

/** @param subject of the event */
export async function readPlaceSource(
  { events, slots, replies }: PlaceServices,
  subject: string,
): Promise<PlaceSource> {
  const [event, ofEvent, all] = await Promise.all([
    events.findBySubject(subject),
    slots.list(subject),
    replies.list(subject),
  ]);
  return { event, slots: ofEvent, replies: all };
}

/** @param own the replies that the page may show, all of one person at one event */
export function placesOf(own: readonly Reply[], source: PlaceSource, now: Date): PlacesOfEvent {
  const { event } = source;
  const bySlot = Map.groupBy(own, ({ slot }) => slot);
  const places = [...bySlot.values()].flatMap((replies) => {
    const last = lastReply(replies);
    return last ? { ...placeOf(last, source, now), order: orderOf(last, source) } : [];
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

const orderOf = (reply: Reply, source: PlaceSource): string => {
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
function mayWithdrawPlace(reply: Reply, source: PlaceSource, now: Date): boolean {
  const hours = shownHours(reply, source);
  const state = stateOf(reply, source, now);
  if (state === "to-confirm") return startOfSlot(hours) > now;
  return state === "without-date" || (state === "coming" && mayWithdraw(hours, now));
}

function isOpen(slot: Slot, event: StoredEvent, replies: readonly Reply[], now: Date): boolean {
  const terms = presentTerms(slot, event);
  return terms !== null && !isSlotOver(terms, momentInZurich(now)) && slotState(slot, event, replies).missing > 0;
}

function formerTerms({ agreed }: Reply, slot: Slot, event: StoredEvent): Place["was"] {
  const terms = presentTerms(slot, event);
  const isSame = (name: "from" | "until") =>
    agreed[name].day === terms?.[name].day && agreed[name].time === terms[name].time;
  const post = agreed.post === slot.post ? "" : agreed.post;
  return { post, when: isSame("from") && isSame("until") ? "" : hoursOrEmpty(agreed) };
}

/** Hours of a damaged document are unknown. */
const hoursOrEmpty = (hours: SlotHours): string => (hours.from.day === "" ? "" : hoursInFrench(hours));

export const PLACE_INTENTIONS = ["withdraw", "confirm", "return"] as const;
export type PlaceIntention = (typeof PLACE_INTENTIONS)[number];

export const isPlaceIntention = (text: string): text is PlaceIntention =>
  PLACE_INTENTIONS.some((intention) => intention === text);

const SENTENCES = {
  unknown: "Cette place n’existe plus.",
  late: "Le créneau est trop proche pour se retirer ici\u00a0: appelez le comité.",
  removed: "Le comité a retiré cette place\u00a0: appelez-le.",
  unconfirmed: "Il n’y a rien à confirmer pour l’instant.",
};

/**
 * Changes one place of a person. Idempotent.
 * @param own the replies that the page may change, all of one person at one event
 * @param id of one of these replies, as sent
 * @returns a French sentence if nothing was changed
 */
export async function changePlace(
  services: PlaceServices,
  own: readonly Reply[],
  { id, intention }: { readonly id: string; readonly intention: PlaceIntention },
): Promise<string | null> {
  const sent = own.find((reply) => reply.id === id);
  // The page was loaded before the person came again: the sent reply stands for the slot.
  const reply = sent && lastReply(own.filter(({ slot }) => slot === sent.slot));
  if (!reply) return SENTENCES.unknown;
  const source = await readPlaceSource(services, reply.event);
  const now = services.clock.now();
  if (intention === "withdraw") return withdraw(services, reply, source, now);
  if (intention === "confirm") return confirm(services, reply, source, now);
  return comeAgain(services, reply, source);
}

async function withdraw({ replies }: PlaceServices, reply: Reply, source: PlaceSource, now: Date) {
  if (!isComing(reply)) return null;
  if (!mayWithdrawPlace(reply, source, now)) return SENTENCES.late;
  await replies.withdraw([reply.id], "person", null);
  return null;
}

async function confirm(services: PlaceServices, reply: Reply, source: PlaceSource, now: Date) {
  const state = stateOf(reply, source, now);
  if (state === "coming") return null;
  if (state !== "to-confirm" || !source.event) return SENTENCES.unconfirmed;
  await confirmReplies(services, [reply.id], { event: source.event, slots: source.slots }, null);
  return null;
}

/**
 * Adds a new reply to the submission of the withdrawn one, so that its link shows it. What the register knows about a
 * member's age does not count here: the answer would tell it.
 */
async function comeAgain(services: PlaceServices, reply: Reply, source: PlaceSource): Promise<string | null> {
  const { event } = source;
  if (isComing(reply)) return null;
  if (reply.withdrawnBy === "committee") return SENTENCES.removed;
  if (!event) return SENTENCES.unknown;
  const { member, name, phone, isAdult, submission, slot } = reply;
  const door = member === "" ? ("public" as const) : ("member" as const);
  const replier = { member, name, phone, isAdult, door, birthDate: "" as const };
  const outcome = await come(services, { event, chosen: [slot], replier, submission });
  const countOf = (one: string) => countComing(source.replies, one);
  return outcome.is === "refused" ? sentenceOfRefusal(outcome.refused, { ...source, countOf }, door) : null;
}
