/** What a person may do with places: on the page behind a link, and on the personal page. */
import { currentReply, mayWithdrawPlace, type PlaceSource, placeStateOf } from "#domain/slots/place.ts";
import { replyRefusalSentence } from "#domain/slots/refusal-sentences.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import { countPeopleComing } from "#domain/slots/reply-rules.ts";
import type { Slot, StoredSlot } from "#domain/slots/slot.ts";
import { isOpenToVisitors } from "#domain/slots/slot-offer.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { Services } from "#usecases/services.ts";
import { confirmReplies, replyToSlots } from "./reply-to-slots.ts";

export type PlaceServices = Pick<Services, "events" | "slots" | "replies" | "register" | "clock">;

export type StoredPlaceSource = Omit<PlaceSource<StoredEvent>, "slots"> & { readonly slots: readonly StoredSlot[] };

/** @param subject of the event */
export async function readPlaceSource(
  { events, slots, replies }: PlaceServices,
  subject: string,
): Promise<StoredPlaceSource> {
  const [event, ofEvent, all] = await Promise.all([
    events.findBySubject(subject),
    slots.list(subject),
    replies.list(subject),
  ]);
  return { event, slots: ofEvent, replies: all };
}

export const PLACE_INTENTIONS = ["withdraw", "confirm", "return"] as const;
export type PlaceIntention = (typeof PLACE_INTENTIONS)[number];

export const isPlaceIntention = (text: string): text is PlaceIntention =>
  PLACE_INTENTIONS.some((intention) => intention === text);

const SENTENCES = {
  unknown: "Cette place n’existe plus.",
  late: "Le créneau est trop proche pour se retirer ici\u00a0: appelez le comité.",
  unconfirmed: "Il n’y a rien à confirmer pour l’instant.",
  age: "Ce poste est réservé aux adultes\u00a0: annoncez-vous sur la page de l’événement.",
};

type PlaceChange = {
  readonly id: string;
  readonly intention: PlaceIntention;
  /** The member whose personal page sends the change. Absent on the page behind a link. */
  readonly holder?: Member;
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
  { id, intention, holder }: PlaceChange,
): Promise<string | null> {
  const sent = own.find((reply) => reply.id === id);
  // The form may name an older reply, if the person has come again since the page was loaded. The present reply to the
  // same slot counts.
  const reply = sent && currentReply(own.filter(({ slot }) => slot === sent.slot));
  if (!reply) return SENTENCES.unknown;
  const source = await readPlaceSource(services, reply.event);
  const now = services.clock.now();
  if (intention === "withdraw") return withdraw(services, reply, source, now);
  if (intention === "confirm") return confirm(services, reply, source, now);
  return comeAgain(services, reply, source, holder ?? (await memberOf(services, reply)));
}

async function withdraw({ replies }: PlaceServices, reply: Reply, source: StoredPlaceSource, now: Date) {
  if (!isComing(reply)) return null;
  if (!mayWithdrawPlace(reply, source, now)) return SENTENCES.late;
  await replies.withdraw([reply.id], "person", null);
  return null;
}

async function confirm(services: PlaceServices, reply: Reply, source: StoredPlaceSource, now: Date) {
  const state = placeStateOf(reply, source, now);
  if (state === "coming") return null;
  if (state !== "to-confirm" || !source.event) return SENTENCES.unconfirmed;
  await confirmReplies(services, [reply.id], { event: source.event, slots: source.slots }, null);
  return null;
}

/** Null if the person has said to be an adult: otherwise, the response would reveal the age in the register. */
const memberOf = async ({ register }: PlaceServices, { member, isAdult }: Reply): Promise<Member | null> =>
  member === "" || isAdult ? null : register.get(member);

/**
 * Adds a new reply to the submission of the withdrawn one, so that its link shows it.
 * @param known the member whose age in the register counts; null if the person's own statement counts
 */
async function comeAgain(
  services: PlaceServices,
  reply: Reply,
  source: StoredPlaceSource,
  known: Member | null,
): Promise<string | null> {
  const { event } = source;
  if (isComing(reply)) return null;
  if (!event) return SENTENCES.unknown;
  const { member, name, phone, isAdult, submission, slot } = reply;
  const door = member === "" ? ("public" as const) : ("member" as const);
  const replier = { member, name, phone, isAdult, door, birthDate: known?.birthDate ?? "" } as const;
  const outcome = await replyToSlots(services, { event, chosen: [slot], replier, submission });
  const [refused] = outcome.is === "refused" ? outcome.refused : [];
  // The page has no box to tick.
  if (refused?.is === "age") return SENTENCES.age;
  const isFree = (one: Slot) =>
    (member !== "" || isOpenToVisitors(one)) && countPeopleComing(source.replies, one.id) < one.needed;
  return refused ? replyRefusalSentence(refused, source, isFree) : null;
}
