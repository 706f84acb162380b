/** Who comes to the slots of an event: for the committee's page, its PDF and the message to the group chat. */
import { AGE_OF_MAJORITY } from "#domain/age.ts";
import { type Moment, momentInZurich } from "#domain/dates.ts";
import { memberName } from "#domain/register/member.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import { ageAtSlot } from "#domain/slots/reply-rules.ts";
import { hasDayForSlots, isSlotOver, type Slot, type SlotEventDates, type SlotHours } from "#domain/slots/slot.ts";
import { slotsByEvening, type TimedSlot } from "#domain/slots/slot-hours.ts";
import { type SlotStaffing, slotStaffing } from "#domain/slots/slot-state.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Member } from "#stores/register/member-document.ts";
import type { Services } from "#usecases/services.ts";

/** A number at which the person is reached. */
type SlotPhone = { readonly name: string; readonly phone: string; readonly ofGuardian: boolean };

export type SlotPerson = {
  readonly reply: Reply;
  /** In the register. For a person who is no member, or whose record was deleted, in the reply. */
  readonly name: string;
  /** Id of the register's record, if it exists. */
  readonly member: string;
  /** On the day of the slot, according to the register. Null if unknown. */
  readonly age: number | null;
  /** The person's own first, then that of a minor's parent. */
  readonly phones: readonly SlotPhone[];
};

export type SlotWithPeople = TimedSlot<Slot> & {
  readonly state: SlotStaffing;
  readonly isOver: boolean;
  /** All replies of the slot in the order in which they came, also withdrawn ones; of a person who came again, the last. */
  readonly people: readonly SlotPerson[];
};

export type EveningWithPeople = {
  readonly evening: string;
  readonly title: string;
  readonly slots: readonly SlotWithPeople[];
};

export type WhoComes = {
  readonly now: Moment;
  readonly evenings: readonly EveningWithPeople[];
  /** People who come to slots that were deleted. */
  readonly deleted: readonly SlotPerson[];
  /** Whether the event takes place, on a known day. If not, no people count as missing. */
  readonly takesPlace: boolean;
};

export async function readWhoComes(
  { slots, replies, register, clock }: Pick<Services, "slots" | "replies" | "register" | "clock">,
  event: StoredEvent,
): Promise<WhoComes> {
  const [planned, all] = await Promise.all([slots.list(event.subject), replies.list(event.subject)]);
  const members = await readMembers(register, all);
  const now = momentInZurich(clock.now());
  const bySlot = Map.groupBy(all, ({ slot }) => slot);
  const withPeople = (slot: TimedSlot<Slot>): SlotWithPeople => {
    const own = bySlot.get(slot.id) ?? [];
    return {
      ...slot,
      state: slotStaffing(slot, event, own),
      isOver: isSlotOver(slot.hours, now),
      people: lastOfEach(own).map((reply) => personOf(reply, members, slot.hours)),
    };
  };
  const ids = new Set(planned.map(({ id }) => id));
  return {
    now,
    evenings: slotsByEvening(planned, event).map((evening) => ({ ...evening, slots: evening.slots.map(withPeople) })),
    deleted: all
      .filter((reply) => !ids.has(reply.slot) && isComing(reply) && !isSlotOver(reply.agreed, now))
      .map((reply) => personOf(reply, members, reply.agreed)),
    takesPlace: takesPlace(event),
  };
}

const takesPlace = (event: SlotEventDates): boolean => event.status !== "annule" && hasDayForSlots(event);

async function readMembers(register: Services["register"], replies: readonly Reply[]) {
  const ids = [...new Set(replies.map(({ member }) => member))].filter(Boolean);
  const found = await Promise.all(ids.map((id) => register.get(id)));
  return new Map(found.flatMap((member) => (member ? [[member.id, member] as const] : [])));
}

/** Leaves out a withdrawn reply of a person who has replied to the slot again. */
function lastOfEach(replies: readonly Reply[]): Reply[] {
  const last = new Map(replies.map((reply) => [reply.person, reply]));
  return replies.filter((reply) => isComing(reply) || last.get(reply.person) === reply);
}

function personOf(reply: Reply, members: ReadonlyMap<string, Member>, hours: SlotHours): SlotPerson {
  const member = members.get(reply.member);
  const name = member ? memberName(member) : reply.name;
  const age = ageAtSlot(member?.birthDate ?? "", hours);
  const own = { name, phone: member?.phone || reply.phone, ofGuardian: false };
  const guardian = {
    name: member?.guardianName || "Représentant légal",
    phone: age !== null && age < AGE_OF_MAJORITY ? (member?.guardianPhone ?? "") : "",
    ofGuardian: true,
  };
  return { reply, name, member: member?.id ?? "", age, phones: [own, guardian].filter(({ phone }) => phone !== "") };
}

/** The slots that lack people, of the evenings that lack some. Without those that have ended. */
export const slotsLackingPeople = ({ evenings, takesPlace }: WhoComes): EveningWithPeople[] =>
  evenings
    .map((evening) => ({
      ...evening,
      slots: evening.slots.filter(({ state, isOver }) => takesPlace && !isOver && state.missing > 0),
    }))
    .filter(({ slots }) => slots.length > 0);
