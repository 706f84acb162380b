/** Reads who is in the rounds about an event: the request for hands, what has changed, and the reminder of an evening. */

import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Day, dayInZurich, momentInZurich, swissDay } from "#domain/dates.ts";
import { hasLeft, memberName, memberSortKey, workingEmail } from "#domain/register/member.ts";
import { mobileNumbersOfMember, mobileNumbersOfReply, type RoundPhone } from "#domain/rounds/phones.ts";
import {
  awaitsSlotRequest,
  awaitsTopicMessage,
  isRecentTouch,
  type RoundRow,
  roundRules,
  type SlotRoundKind,
  type Touch,
  touchForRow,
} from "#domain/rounds/round.ts";
import { firstNameOfReply, isComing, type Reply } from "#domain/slots/reply.ts";
import { ageAtSlot } from "#domain/slots/reply-rules.ts";
import { doHoursOverlap, isSlotOver, type Slot } from "#domain/slots/slot.ts";
import type { TimedSlot } from "#domain/slots/slot-hours.ts";
import { eveningInFrench, slotsByEvening } from "#domain/slots/slot-hours.ts";
import {
  type AgreedTermsChange,
  changeSinceAgreement,
  changesFingerprintText,
  changesInFrench,
  reminderPlacesInFrench,
  slotRequestInFrench,
} from "#domain/slots/slot-messages.ts";
import { currentTerms, slotStaffing } from "#domain/slots/slot-state.ts";
import { foldText } from "#domain/text/search.ts";
import { mapInSlices, yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Member } from "#stores/register/member-document.ts";
import { readMemberLink } from "#usecases/register/own-page.ts";
import type { Services } from "#usecases/services.ts";
import { type RoundView, readRoundPage, touchInFrench } from "./round.ts";

type Needs = Pick<
  Services,
  | "slots"
  | "replies"
  | "register"
  | "touches"
  | "memberLinks"
  | "placeLinks"
  | "roundTexts"
  | "settings"
  | "mailer"
  | "clock"
>;

/** @param publicUrl origin of the links @param wanted page */
type Shown = { readonly publicUrl: string; readonly wanted: number };

/** Fragment of the personal page: its section with the slots. */
const PLACES_ANCHOR = "coups-de-main";

/** The touches of a person, as the round shows them. `before`: those that are not recent. */
function touchesOf(all: readonly Touch[], now: Date) {
  const isRecent = isRecentTouch(now);
  return { before: all.filter((touch) => !isRecent(touch)), recent: all.findLast(isRecent) };
}

/** Messages sent before, in French. */
const sentInWords = (touches: readonly Touch[]): string[] =>
  touches.map((touch) => touchInFrench(touch) + (touch.refused === undefined ? "" : ", refusé"));

const keyedTouches = async ({ touches }: Pick<Needs, "touches">, kind: SlotRoundKind, event: string) => {
  const all = await touches.listOfTopic(kind, event);
  const byTopic = new Map(all.map((one) => [`${one.about} ${one.person}`, one.touches]));
  return (about: string, person: string): readonly Touch[] => byTopic.get(`${about} ${person}`) ?? [];
};

/** A slot that still needs people. */
type OpenSlot = TimedSlot & { readonly missing: number };

/** The slots that need people and are not over, by evening. */
function openSlots(slots: readonly Slot[], event: StoredEvent, replies: readonly Reply[], now: Date): OpenSlot[] {
  const moment = momentInZurich(now);
  return slotsByEvening(slots, event)
    .flatMap((evening) => evening.slots)
    .filter((slot) => currentTerms(slot, event) !== null && !isSlotOver(slot.hours, moment))
    .map((slot) => ({ ...slot, missing: slotStaffing(slot, event, replies).missing }))
    .filter(({ missing }) => missing > 0);
}

export type SlotRequestRoundView = RoundView & {
  readonly open: readonly OpenSlot[];
  /** The slot that is asked for; empty for all. */
  readonly slot: string;
};

/**
 * Present members who have not replied to this event: those who came to a slot in the last two years first, as long as
 * replies are kept. A member is asked only for slots that suit: no slot for adults to a minor, none at the same time as a
 * place at another event.
 * @param slot id of the only slot to ask for; empty or unknown: all that need people
 */
export async function readSlotRequestRound(
  services: Needs,
  event: StoredEvent,
  slot: string,
  { publicUrl, wanted }: Shown,
): Promise<SlotRequestRoundView> {
  const now = services.clock.now();
  const today = dayInZurich(now);
  const slots = await services.slots.list(event.subject);
  const [replies, members, sent] = await Promise.all([
    services.replies.listAll(),
    slots.length > 0 ? services.register.list() : [],
    keyedTouches(services, "slot-request", event.subject),
  ]);
  const open = openSlots(
    slots,
    event,
    replies.filter((reply) => reply.event === event.subject),
    now,
  );
  const chosen = open.filter(({ id }) => id === slot);
  const asked = chosen.length > 0 ? chosen : open;
  const ofMembers = Map.groupBy(replies, ({ member }) => member);
  const found = await mapInSlices(members, (member) => {
    const own = ofMembers.get(member.id) ?? [];
    if (hasLeft(member) || own.some((reply) => reply.event === event.subject)) return null;
    const suiting = asked.filter((one) => suits(one, member, own));
    if (suiting.length === 0) return null;
    const touches = sent("", member.id);
    const { before, recent } = touchesOf(touches, now);
    const waits = awaitsSlotRequest(touches, today);
    if (!waits && !(recent && awaitsSlotRequest(before, today))) return null;
    const helped = lastHelp(own, today);
    const key = `${helped ? 0 : 1} ${memberSortKey(member)}`;
    return { member, suiting, before, touched: waits ? undefined : recent, helped, key };
  });
  const due = found.filter((one) => one !== null).toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
  const links = { memberLinks: await services.memberLinks.readAll() };
  const round = await readRoundPage(
    services,
    "slot-request",
    { all: due, wanted },
    async ({ member, suiting, before, touched, helped }): Promise<RoundRow> => {
      const phones = mobileNumbersOfMember(member, today, roundRules("slot-request").guardianFirst);
      const anchor = suiting.length === 1 ? (suiting[0]?.id ?? "") : PLACES_ANCHOR;
      const link = `${publicUrl}${await readMemberLink(links, member)}#${anchor}`;
      return {
        member: member.id,
        fees: [],
        topic: { id: event.subject, about: "", reply: "" },
        name: memberName(member),
        about: [...(helped ? [helped] : []), ...sentInWords(before)].join(". "),
        values: {
          firstName: member.firstName || memberName(member),
          ...NOTHING_TO_PAY,
          link,
          slots: { event: event.name.trim(), ...slotRequestInFrench(suiting), change: "" },
        },
        phones,
        toGuardian: phones[0]?.ofGuardian ?? false,
        touched: touchForRow(touched),
      };
    },
  );
  return { ...round, open, slot: chosen[0]?.id ?? "" };
}

const NOTHING_TO_PAY = { amount: 0, year: "", sent: "" } as const;

/** A member of unknown age is asked, too: the personal page then requires a tick for the age. */
const suits = ({ adultsOnly, hours }: OpenSlot, { birthDate }: Member, own: readonly Reply[]): boolean =>
  !(adultsOnly && (ageAtSlot(birthDate, hours) ?? AGE_OF_MAJORITY) < AGE_OF_MAJORITY) &&
  !own.some((reply) => isComing(reply) && reply.agreed.from.day !== "" && doHoursOverlap(reply.agreed, hours));

/** « A aidé le 12.06.2026 : Bar ». Null for a member who has not helped yet. */
function lastHelp(own: readonly Reply[], today: Day): string | null {
  const past = own.filter((reply) => isComing(reply) && reply.agreed.from.day !== "" && reply.agreed.until.day < today);
  const last = past.toSorted((a, b) => (a.agreed.from.day < b.agreed.from.day ? -1 : 1)).at(-1)?.agreed;
  return last ? `A aidé le ${swissDay(last.from.day)}\u00a0: ${last.post}` : null;
}

/** A person with places at the event. `reply`: the oldest reply, whose id stays. `places`: those of the round. */
type Helper<Place> = { readonly person: string; readonly reply: Reply; readonly places: readonly Place[] };

/** The persons with at least one place, by name. @param placeOf null if the reply is not in the round */
function helpersOf<Place>(replies: readonly Reply[], placeOf: (reply: Reply) => Place | null): Helper<Place>[] {
  const people = [...Map.groupBy(replies, ({ person }) => person)];
  return people
    .flatMap(([person, own]): (Helper<Place> & { key: string })[] => {
      const places = own.flatMap((reply) => (isComing(reply) ? (placeOf(reply) ?? []) : []));
      const [reply] = own;
      return reply && places.length > 0 ? [{ person, reply, places, key: lastNameFirst(reply.name) }] : [];
    })
    .toSorted((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0));
}

/** Sort key of a name in a reply, which does not separate first and last name. */
const lastNameFirst = (name: string): string => {
  const [first = "", ...rest] = name.split(" ");
  return foldText(`${rest.join(" ")}  ${first}`).trim();
};

/** How to reach a helper: a present member as in the register, everybody else as in the reply. */
type Reach = Pick<RoundRow, "member" | "name" | "phones" | "toGuardian"> & {
  readonly firstName: string;
  readonly link: string;
  readonly replyId: string;
  /** Empty without an address that works. */
  readonly email: string;
};

async function reachOf(
  services: Pick<Needs, "register" | "placeLinks">,
  links: Parameters<typeof readMemberLink>[0],
  { reply }: Pick<Helper<unknown>, "reply">,
  { publicUrl, today, kind }: { publicUrl: string; today: Day; kind: SlotRoundKind },
): Promise<Reach> {
  const member = reply.member === "" ? null : await services.register.get(reply.member);
  if (member && !hasLeft(member)) {
    const phones: RoundPhone[] = mobileNumbersOfMember(member, today, roundRules(kind).guardianFirst);
    return {
      member: member.id,
      replyId: "",
      name: memberName(member),
      firstName: member.firstName || memberName(member),
      phones,
      toGuardian: phones[0]?.ofGuardian ?? false,
      link: `${publicUrl}${await readMemberLink(links, member)}#${PLACES_ANCHOR}`,
      email: workingEmail(member),
    };
  }
  return {
    member: "",
    replyId: reply.id,
    name: reply.name,
    firstName: firstNameOfReply(reply),
    phones: mobileNumbersOfReply(reply),
    toGuardian: false,
    link: `${publicUrl}/mes-places/${await services.placeLinks.tokenOf("person", reply)}`,
    email: "",
  };
}

/** The places that must be confirmed, or are no longer needed, with the right sentence for each person. */
export async function readSlotChangeRound(services: Needs, event: StoredEvent, shown: Shown): Promise<RoundView> {
  const { publicUrl, wanted } = shown;
  const now = services.clock.now();
  const today = dayInZurich(now);
  const [replies, sent] = await Promise.all([
    services.replies.list(event.subject),
    keyedTouches(services, "slot-change", event.subject),
  ]);
  const changeIn = await readChanges(services, event, replies);
  const helpers = await mapInSlices(helpersOf(replies, changeIn), async (helper) => {
    const about = await hashOf(changesFingerprintText(helper.places));
    const touches = sent(about, helper.person);
    const { before, recent } = touchesOf(touches, now);
    const waits = awaitsTopicMessage(touches);
    if (!waits && !(recent && awaitsTopicMessage(before))) return null;
    return { ...helper, about, before, touched: waits ? undefined : recent };
  });
  const due = helpers.filter((one) => one !== null);
  const links = { memberLinks: await services.memberLinks.readAll() };
  return readRoundPage(services, "slot-change", { all: due, wanted }, async (helper): Promise<RoundRow> => {
    const {
      replyId,
      firstName,
      link,
      email: _,
      ...reach
    } = await reachOf(services, links, helper, {
      publicUrl,
      today,
      kind: "slot-change",
    });
    const change = changesInFrench(helper.places, event);
    const isAsked = helper.places.some(({ now }) => now !== null);
    return {
      ...reach,
      fees: [],
      topic: { id: event.subject, about: helper.about, reply: replyId },
      about: [SHORT[helper.places[0]?.is ?? "changed"], ...sentInWords(helper.before)].join(". "),
      values: {
        firstName,
        ...NOTHING_TO_PAY,
        link: isAsked ? link : "",
        slots: { event: event.name.trim(), when: "", posts: "", change },
      },
      touched: touchForRow(helper.touched),
    };
  });
}

const SHORT: Record<AgreedTermsChange["is"], string> = {
  cancelled: "Événement annulé",
  undated: "Événement reporté, sans date",
  deleted: "Poste supprimé",
  moved: "Événement reporté",
  changed: "Poste ou horaire changé",
};

/** @returns what has changed for a reply; null if nothing has, or if it is over */
async function readChanges(
  services: Pick<Needs, "slots" | "clock">,
  event: StoredEvent,
  replies: readonly Reply[],
): Promise<(reply: Reply) => AgreedTermsChange | null> {
  if (replies.length === 0) return () => null;
  const slots = new Map((await services.slots.list(event.subject)).map((slot) => [slot.id, slot]));
  const moment = momentInZurich(services.clock.now());
  return (reply) => {
    const change = changeSinceAgreement(reply, slots.get(reply.slot) ?? null, event);
    return change && !isSlotOver(change.now ?? change.agreed, moment) ? change : null;
  };
}

/** A SHA-256 hash, shortened to 32 characters for the `about` of a topic. */
async function hashOf(text: string): Promise<string> {
  const bytes = await crypto.subtle.digest("SHA-256", Buffer.from(text));
  return Buffer.from(bytes).toString("hex").slice(0, 32);
}

export type ReminderHelper = Reach &
  Pick<Helper<Place>, "places" | "person"> & {
    readonly touches: readonly Touch[];
    /** Whether the person was not reminded of this evening yet. */
    readonly waits: boolean;
  };

/** `ids`: of the replies. */
type Place = Pick<TimedSlot, "post" | "hours"> & { readonly id: string };

export type ReminderEvening = {
  readonly evening: Day;
  /** « samedi 12 juin » */
  readonly title: string;
  /** Everybody who comes, by name. */
  readonly helpers: readonly ReminderHelper[];
  /** Number of people who must confirm their place first. */
  readonly toConfirm: number;
  readonly evenings: readonly { readonly evening: Day; readonly title: string }[];
};

/**
 * Everybody who comes in an evening.
 * @param wanted the evening; if it has no slots, the next one is read
 * @returns null if the event has no slots that are still to come
 */
export async function readReminderEvening(
  services: Needs,
  event: StoredEvent,
  wanted: Day,
  publicUrl: string,
): Promise<ReminderEvening | null> {
  const now = services.clock.now();
  const moment = momentInZurich(now);
  const today = dayInZurich(now);
  const slots = (await services.slots.list(event.subject)).filter((slot) => currentTerms(slot, event) !== null);
  const evenings = slotsByEvening(slots, event)
    .map((one) => ({ ...one, slots: one.slots.filter(({ hours }) => !isSlotOver(hours, moment)) }))
    .filter((one) => one.slots.length > 0);
  const chosen = evenings.find(({ evening }) => evening === wanted) ?? evenings[0];
  if (!chosen) return null;
  const { evening } = chosen;
  const [replies, sent] = await Promise.all([
    services.replies.list(event.subject),
    keyedTouches(services, "slot-reminder", event.subject),
  ]);
  const bySlot = new Map(chosen.slots.map((slot) => [slot.id, slot]));
  const placeIn = (reply: Reply): Place | null => {
    const slot = bySlot.get(reply.slot);
    return slot && changeSinceAgreement(reply, slot, event) === null
      ? { id: reply.id, post: slot.post, hours: slot.hours }
      : null;
  };
  const toConfirm = helpersOf(replies, (reply) => {
    const slot = bySlot.get(reply.slot);
    return slot ? changeSinceAgreement(reply, slot, event) : null;
  }).length;
  const links = { memberLinks: await services.memberLinks.readAll() };
  const reached = async (helper: Helper<Place>): Promise<ReminderHelper> => {
    const reach = await reachOf(services, links, helper, { publicUrl, today, kind: "slot-reminder" });
    const touches = sent(evening, helper.person);
    const places = helper.places.toSorted((a, b) => (startKey(a) < startKey(b) ? -1 : 1));
    return { ...reach, person: helper.person, places, touches, waits: awaitsTopicMessage(touches) };
  };
  const coming = helpersOf(replies, placeIn);
  const helpers: ReminderHelper[] = [];
  for (let i = 0; i < coming.length; i += READ_AT_ONCE) {
    await yieldToEventLoop();
    helpers.push(...(await Promise.all(coming.slice(i, i + READ_AT_ONCE).map(reached))));
  }
  const titled = evenings.map((one) => ({ evening: one.evening, title: one.title }));
  return { evening, title: chosen.title, helpers, toConfirm, evenings: titled };
}

/** Hundreds of reads at once exceed Firestore's deadline. */
const READ_AT_ONCE = 50;

const startKey = ({ hours }: Place): string => `${hours.from.day} ${hours.from.time}`;

/** The values of the message of a reminder. */
export const reminderMessageValues = (
  { firstName, link, places }: Pick<ReminderHelper, "firstName" | "link" | "places">,
  event: Pick<StoredEvent, "name">,
  evening: Day,
): RoundRow["values"] => ({
  firstName,
  ...NOTHING_TO_PAY,
  link,
  slots: {
    event: event.name.trim(),
    when: eveningInFrench(evening),
    posts: reminderPlacesInFrench(places, evening),
    change: "",
  },
});

/** Whether the site reminds the person by e-mail. */
export const isRemindedByEmail = (
  { mailer }: Pick<Services, "mailer">,
  { email }: Pick<ReminderHelper, "email">,
): boolean => mailer.sendLetter !== undefined && email !== "";

/** The people of an evening who are reminded person by person: those whom no letter reaches. */
export async function readSlotReminderRound(
  services: Needs,
  event: StoredEvent,
  { evening, helpers }: Pick<ReminderEvening, "evening" | "helpers">,
  wanted: number,
): Promise<RoundView> {
  const now = services.clock.now();
  const found = helpers.flatMap((helper) => {
    const { before, recent } = touchesOf(helper.touches, now);
    const touched = helper.waits ? undefined : recent;
    const isShown = touched ? awaitsTopicMessage(before) : helper.waits && !isRemindedByEmail(services, helper);
    return isShown ? [{ ...helper, before, touched }] : [];
  });
  return readRoundPage(services, "slot-reminder", { all: found, wanted }, (helper): RoundRow => {
    const { member, replyId, name, phones, toGuardian, before, touched } = helper;
    const values = reminderMessageValues(helper, event, evening);
    return {
      member,
      fees: [],
      topic: { id: event.subject, about: evening, reply: replyId },
      name,
      about: [values.slots?.posts ?? "", ...sentInWords(before)].join(". "),
      values,
      phones,
      toGuardian,
      touched: touchForRow(touched),
    };
  });
}
