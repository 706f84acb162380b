/** Decides whether a person may come to slots. */
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { ageInYears, type Day, type Moment } from "#domain/dates.ts";
import { isComing, type Reply, type ReplyingPerson } from "./reply.ts";
import {
  doHoursOverlap,
  hasDayForSlots,
  hoursOfSlot,
  isSlotOver,
  type Slot,
  type SlotEventDates,
  type SlotHours,
  startOfSlot,
} from "./slot.ts";

/**
 * Why a reply is refused. `gone`: the slot was deleted. `closed`: the event has no date. `removed`: the committee
 * withdrew the person. `minor`: under age according to the register. `age`: the person has not confirmed to be an adult.
 * `overlap`: the person comes to the slot `other` at the same time.
 */
export type ReplyRefusal =
  | {
      readonly slot: string;
      readonly is: "gone" | "cancelled" | "closed" | "over" | "removed" | "members-only" | "minor" | "age" | "full";
    }
  | { readonly slot: string; readonly is: "overlap"; readonly other: string };

/** The data that `findReplyRefusals` needs. The store reads it in one transaction. */
export type ReplyQuestion = {
  /** Ids of the slots to which the person wants to come. */
  readonly chosen: readonly string[];
  /** The chosen slots that exist, and those to which the person comes already. */
  readonly slots: readonly Slot[];
  /** The replies of people who come to the chosen slots, and all of the person. */
  readonly replies: readonly Reply[];
};

/** The person who wants to come, and the page on which the person replies (`door`). */
export type Replier = ReplyingPerson & {
  /** Key of the person (`replierKey`). */
  readonly person: string;
  /** `public`: the page of the event. `member`: the personal page. */
  readonly door: "public" | "member";
  /** Of the register; empty if unknown. */
  readonly birthDate: Day | "";
};

/** Number of people who come to a slot. */
export const countPeopleComing = (replies: readonly Reply[], slot: string): number =>
  replies.filter((reply) => reply.slot === slot && isComing(reply)).length;

/** The reply by which the person comes to the slot already. Undefined if there is none, or it was withdrawn. */
export const findComingReply = (replies: readonly Reply[], slot: string, person: string): Reply | undefined =>
  replies.find((reply) => reply.slot === slot && reply.person === person && isComing(reply));

/** Age on the day of the slot, according to the register. Null if the birth date is unknown. */
export const ageAtSlot = (birthDate: Day | "", { from }: SlotHours): number | null =>
  birthDate === "" ? null : ageInYears(birthDate, from.day);

/**
 * The slots to which the person may not come. Slots to which the person comes already are not refused, except slots for
 * members on the page of the event: its answer tells nobody who is a member.
 */
export function findReplyRefusals(
  { chosen, slots, replies }: ReplyQuestion,
  replier: Replier,
  event: SlotEventDates,
  now: Moment,
): ReplyRefusal[] {
  const found = (id: string) => slots.find((slot) => slot.id === id);
  const accepted = slots.filter(({ id }) => findComingReply(replies, id, replier.person)).map(({ id }) => id);
  const refused: ReplyRefusal[] = [];
  for (const id of chosen) {
    const slot = found(id);
    const isHidden = slot !== undefined && isForMembersElsewhere(slot, replier);
    if (accepted.includes(id) && !isHidden) continue;
    const is = slot ? refusalOf(slot, replies, replier, event, now) : "gone";
    const other = slot && accepted.map(found).find((one) => one && overlaps(slot, one, event));
    if (is) refused.push({ slot: id, is });
    else if (other) refused.push({ slot: id, is: "overlap", other: other.id });
    else accepted.push(id);
  }
  return refused;
}

function refusalOf(slot: Slot, replies: readonly Reply[], replier: Replier, event: SlotEventDates, now: Moment) {
  const hours = hoursOfSlot(slot, event);
  if (event.status === "annule") return "cancelled";
  if (!hours || !hasDayForSlots(event)) return "closed";
  if (isSlotOver(hours, now)) return "over";
  if (isForMembersElsewhere(slot, replier)) return "members-only";
  if (isRemoved(replies, slot.id, replier.person)) return "removed";
  if (countPeopleComing(replies, slot.id) >= slot.needed) return "full";
  return slot.adultsOnly ? ageRefusal(replier, hours) : null;
}

/** Whether only the personal page accepts replies to the slot. */
const isForMembersElsewhere = ({ membersOnly }: Slot, { door }: Replier): boolean => membersOnly && door === "public";

/** Whether the committee withdrew the person's last reply to the slot: only the committee adds the person again. */
function isRemoved(replies: readonly Reply[], slot: string, person: string): boolean {
  const own = replies.filter((reply) => reply.slot === slot && reply.person === person);
  return own.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1)?.withdrawnBy === "committee";
}

/**
 * On the event's page, only the person's own statement counts: a refusal based on the register would reveal the
 * member's age.
 */
function ageRefusal({ door, birthDate, isAdult }: Replier, hours: SlotHours) {
  const age = door === "member" ? ageAtSlot(birthDate, hours) : null;
  if (age !== null) return age < AGE_OF_MAJORITY ? "minor" : null;
  return isAdult ? null : "age";
}

function overlaps(a: Slot, b: Slot, event: SlotEventDates): boolean {
  const [hours, others] = [hoursOfSlot(a, event), hoursOfSlot(b, event)];
  return hours !== null && others !== null && doHoursOverlap(hours, others);
}

type Times = Pick<Slot, "from" | "until">;

/** Whether two slots of an event have the same hours. */
export const hasSameHours = (a: Times, b: Times): boolean =>
  (["from", "until"] as const).every((end) => a[end].days === b[end].days && a[end].time === b[end].time);

/** Another slot with the same hours and a free place, to offer in place of a full one. Null if there is none. */
export function findFreeSlotAtSameHours<One extends Slot>(
  full: Slot,
  slots: readonly One[],
  isFree: (slot: One) => boolean,
): One | null {
  return slots.find((slot) => slot.id !== full.id && hasSameHours(slot, full) && isFree(slot)) ?? null;
}

const DAY_MS = 86_400_000;

/** Whether a person may withdraw through a link: until 24 hours before the slot. Afterwards, the person has to call. */
export const mayWithdrawByLink = (hours: SlotHours, now: Date): boolean =>
  startOfSlot(hours).getTime() - now.getTime() >= DAY_MS;

/** The same reply sent again within this time gets the same link. In milliseconds. */
const SAME_SUBMISSION_MS = 10 * 60_000;

/** Whether a reply is recent enough for a repeated submission to show its link. */
export const isSameSubmission = ({ at }: Pick<Reply, "at">, now: Date): boolean =>
  now.getTime() - at.getTime() < SAME_SUBMISSION_MS;
