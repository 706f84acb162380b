/** The section « Coups de main » of the personal page: the member's places, and the slots that lack people. */
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Moment, momentInZurich } from "#domain/dates.ts";
import { compareEvents, isAnnounced, isEventOver } from "#domain/events/planned-event.ts";
import { readPhone } from "#domain/fields.ts";
import { memberName } from "#domain/register/member.ts";
import { type PlaceSource, type PlacesOfEvent, placeSortKey, placesOfPerson } from "#domain/slots/place.ts";
import { replyRefusalInFrench, replyRefusalSentence } from "#domain/slots/refusal-sentences.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import { ageAtSlot, countPeopleComing } from "#domain/slots/reply-rules.ts";
import {
  doHoursOverlap,
  hasDayForSlots,
  isInSmallHours,
  isSlotOver,
  type Slot,
  type SlotHours,
} from "#domain/slots/slot.ts";
import { slotHoursInFrench, slotsByEvening, slotTimesInFrench, type TimedSlot } from "#domain/slots/slot-hours.ts";
import { currentTerms, missingPeopleSoughtInFrench, slotStaffing } from "#domain/slots/slot-state.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Member } from "#stores/register/member-document.ts";
import { type PlaceServices, readPlaceSource, type StoredPlaceSource } from "./places.ts";
import { replyToSlots } from "./reply-to-slots.ts";

/** A slot to which the member does not come. */
export type MemberSlot = {
  readonly id: string;
  readonly post: string;
  /** « 22 h à 1 h »; after midnight with the night. */
  readonly when: string;
  readonly note: string;
  /** « Bar, samedi 12 juin, 22 h à 1 h »: a post may have the same hours on another evening. For screen readers. */
  readonly whole: string;
  /** « on cherche encore 2 personnes » */
  readonly missing: string;
  /** Why the member cannot come, in French. Empty if the member can. */
  readonly closed: string;
  readonly adultsOnly: boolean;
};

export type MemberSlotsOfEvent = {
  readonly id: string;
  readonly name: string;
  readonly evenings: readonly { readonly title: string; readonly slots: readonly MemberSlot[] }[];
};

export type MemberPlaces = {
  readonly own: readonly PlacesOfEvent[];
  readonly offered: readonly MemberSlotsOfEvent[];
  /** Whether the register knows no birth date, so that the member must say to be an adult. */
  readonly asksAge: boolean;
};

export async function readMemberPlaces(services: PlaceServices, member: Member): Promise<MemberPlaces> {
  const now = services.clock.now();
  const moment = momentInZurich(now);
  const [all, replies] = await Promise.all([
    services.events.listSinceLastYear(now),
    services.replies.listOfMember(member.id),
  ]);
  const upcoming = all.filter((event) => isOffered(event, moment)).toSorted(compareEvents);
  const ownSubjects = new Set(replies.map(({ event }) => event));
  const sources = await readSources(services, { events: all, upcoming, ownSubjects });
  const own = [...ownSubjects].flatMap((subject) => {
    const source = sources.get(subject);
    const shown = source ? replies.filter((reply) => reply.event === subject && !isPast(reply, source, moment)) : [];
    const first = shown.map((reply) => source && placeSortKey(reply, source)).toSorted()[0];
    return source && first ? [{ first, places: placesOfPerson(shown, source, now) }] : [];
  });
  const offered = upcoming.flatMap((event) => {
    const source = sources.get(event.subject);
    return source ? (offerOf(event, source, member, moment) ?? []) : [];
  });
  const byTime = own.toSorted((a, b) => (a.first < b.first ? -1 : 1));
  return { own: byTime.map(({ places }) => places), offered, asksAge: member.birthDate === "" };
}

const isOffered = (event: StoredEvent, now: Moment): boolean =>
  isAnnounced(event) && hasDayForSlots(event) && event.status !== "annule" && !isEventOver(event, now);

type Wanted = {
  readonly events: readonly StoredEvent[];
  readonly upcoming: readonly StoredEvent[];
  readonly ownSubjects: ReadonlySet<string>;
};

/** Reads the replies only of events with slots, because most have none. */
async function readSources(services: PlaceServices, { events, upcoming, ownSubjects }: Wanted) {
  const subjects = new Set([...upcoming.map(({ subject }) => subject), ...ownSubjects]);
  const read = [...subjects].map(async (subject): Promise<[string, StoredPlaceSource]> => {
    const event = events.find((one) => one.subject === subject);
    if (!event) return [subject, await readPlaceSource(services, subject)];
    const slots = await services.slots.list(subject);
    const isEmpty = slots.length === 0 && !ownSubjects.has(subject);
    return [subject, { event, slots, replies: isEmpty ? [] : await services.replies.list(subject) }];
  });
  return new Map(await Promise.all(read));
}

/** Places disappear after the event. Those of a deleted slot or event, after the agreed hours. */
function isPast(reply: Reply, { event, slots }: PlaceSource, now: Moment): boolean {
  const slot = slots.find(({ id }) => id === reply.slot);
  const terms = event && slot ? currentTerms(slot, event) : null;
  if (event && !hasDayForSlots(event)) return false;
  return isSlotOver(terms ?? reply.agreed, now) && (event === null || isEventOver(event, now));
}

function offerOf(event: StoredEvent, source: PlaceSource, member: Member, now: Moment): MemberSlotsOfEvent | null {
  const { slots, replies } = source;
  const ofMember = replies.filter((reply) => reply.member === member.id);
  const own = ofMember.filter(isComing).map(({ slot }) => slot);
  // Slots from which the member withdrew are among the member's places, with a button to come again.
  const known = new Set(ofMember.map(({ slot }) => slot));
  const bySlot = Map.groupBy(replies, ({ slot }) => slot);
  const taken = slots.filter(({ id }) => own.includes(id));
  const evenings = slotsByEvening(slots, event).map(({ title, slots: ofEvening }) => ({
    title,
    slots: ofEvening
      .filter((slot) => !known.has(slot.id) && !isSlotOver(slot.hours, now) && mayOffer(slot, slot.hours, member))
      .map((slot) => offeredSlot(slot, { event, taken, replies: bySlot.get(slot.id) ?? [] })),
  }));
  // An event without a free slot is not listed.
  const isAsking = evenings.some((evening) => evening.slots.some(({ missing }) => missing !== ""));
  const filled = evenings.filter((evening) => evening.slots.length > 0);
  return isAsking ? { id: event.id, name: event.name, evenings: filled } : null;
}

/** Slots of adults are not offered to minors. */
const mayOffer = ({ adultsOnly }: Pick<Slot, "adultsOnly">, hours: SlotHours, { birthDate }: Member): boolean =>
  !adultsOnly || (ageAtSlot(birthDate, hours) ?? AGE_OF_MAJORITY) >= AGE_OF_MAJORITY;

type OfferSource = {
  readonly event: StoredEvent;
  /** Slots to which the member comes. */
  readonly taken: readonly Slot[];
  /** To the offered slot. */
  readonly replies: readonly Reply[];
};

function offeredSlot(slot: TimedSlot, { event, taken, replies }: OfferSource): MemberSlot {
  const { missing } = slotStaffing(slot, event, replies);
  const other = taken.find((one) => {
    const terms = currentTerms(one, event);
    return terms !== null && doHoursOverlap(slot.hours, terms);
  });
  const { id, post, note, hours, adultsOnly } = slot;
  const overlap = other ? `en même temps que «\u00a0${other.post}\u00a0»` : "";
  const closed = missing === 0 ? "complet" : overlap;
  return {
    id,
    post,
    when: isInSmallHours(hours.from) ? slotHoursInFrench(hours) : slotTimesInFrench(hours),
    whole: `${post}, ${slotHoursInFrench(hours)}`,
    note,
    missing: missingPeopleSoughtInFrench(missing),
    closed,
    adultsOnly,
  };
}

/**
 * Lets a member come to a slot. Idempotent.
 * @param slot id as sent
 * @returns a French sentence if the member does not come
 */
export async function addMemberReply(
  services: PlaceServices,
  member: Member,
  { slot: id, isAdult }: { readonly slot: string; readonly isAdult: boolean },
): Promise<string | null> {
  const slot = await services.slots.get(id);
  const source = slot && (await readPlaceSource(services, slot.event));
  if (!source?.event || !isAnnounced(source.event)) return replyRefusalInFrench({ slot: id, is: "gone" }, {});
  const { event } = source;
  const phone = readPhone(member.phone) || readPhone(member.guardianPhone) || "";
  const { birthDate } = member;
  const replier = { member: member.id, name: memberName(member), phone, isAdult, birthDate, door: "member" as const };
  const outcome = await replyToSlots(services, { event, chosen: [id], replier });
  const [refused] = outcome.is === "refused" ? outcome.refused : [];
  if (!refused) return null;
  return replyRefusalSentence(refused, source, (one) => {
    const hours = currentTerms(one, event);
    return hours !== null && mayOffer(one, hours, member) && countPeopleComing(source.replies, one.id) < one.needed;
  });
}
