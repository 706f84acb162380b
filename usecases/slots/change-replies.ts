/** What the committee does on its page of who comes: adds people by hand, and notes what it knows of those who come. */
import { dayInZurich, momentInZurich } from "#domain/dates.ts";
import { errorsByField, type FieldErrors, readPhone, type TypedValues } from "#domain/fields.ts";
import type { Person } from "#domain/person.ts";
import { memberName } from "#domain/register/member.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { addByHandSchema, findMemberAddedByHand, SEVERAL_MEMBERS_SENTENCE } from "#domain/slots/hand-added.ts";
import { replyRefusalInFrench } from "#domain/slots/refusal-sentences.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import { hoursOfSlot, mayRecordPresence } from "#domain/slots/slot.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { confirmReplies, replyToSlots } from "./reply-to-slots.ts";

type Needs = Pick<Services, "slots" | "replies" | "register" | "clock">;

const SCHEMA = addByHandSchema();

/** @returns the reply, and whether the person came already */
export async function addReplyByHand(
  services: Needs,
  { event, typed }: { readonly event: StoredEvent; readonly typed: TypedValues },
  by: Person | null,
): Promise<Result<{ readonly reply: Reply; readonly isKnown: boolean }, FieldErrors>> {
  const parsed = SCHEMA.safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const { name, phone, slot } = parsed.data;
  const found = findMemberAddedByHand(
    await services.register.list(),
    { name, phone },
    dayInZurich(services.clock.now()),
  );
  if (!found.ok) return refusal({ name: SEVERAL_MEMBERS_SENTENCE });
  const member = found.value;
  const person = member
    ? { member: member.id, name: memberName(member), phone: readPhone(member.phone) || phone }
    : { member: "", name, phone };
  const replier = { ...person, birthDate: member?.birthDate ?? "", isAdult: false, door: "member" } as const;
  const outcome = await replyToSlots(services, { event, chosen: [slot], replier }, by);
  if (outcome.is === "refused") {
    const [refused] = outcome.refused;
    return refusal({ slot: refused ? replyRefusalInFrench(refused, {}) : "" });
  }
  const [reply] = outcome.replies;
  if (!reply) throw new Error("A reply that was added is missing.");
  return success({ reply, isKnown: outcome.is === "already" });
}

export const REPLY_CHANGES = [
  "present",
  "absent",
  "confirm",
  "undo-confirmation",
  "remove",
  "restore",
  "seen",
  "unseen",
] as const;
export type ReplyChange = (typeof REPLY_CHANGES)[number];

/** Idempotent. @returns the reply as it was; null if it is none of this event, or the change is not possible now */
export async function changeReply(
  services: Needs,
  { event, id, change }: { readonly event: StoredEvent; readonly id: string; readonly change: ReplyChange },
  by: Person | null,
): Promise<Reply | null> {
  const { replies, slots } = services;
  const reply = await replies.get(id);
  if (!reply || reply.event !== event.subject) return null;
  const slot = await slots.get(reply.slot);
  const hours = slot && hoursOfSlot(slot, event);
  const now = momentInZurich(services.clock.now());
  if (change === "present" && !(hours && mayRecordPresence(hours, now))) return null;
  // The page was opened before the person withdrew.
  if ((change === "present" || change === "confirm") && !isComing(reply)) return null;
  const done = {
    present: () => replies.setPresent([id], true, by),
    absent: () => replies.setPresent([id], false, by),
    confirm: () => confirmReplies(services, [id], { event, slots: slot ? [slot] : [] }, by),
    "undo-confirmation": () => replies.undoConfirmation([id], by),
    remove: () => replies.withdraw([id], "committee", by),
    restore: () => replies.undoWithdrawal([id], by),
    seen: () => replies.setWithdrawalSeen([id], true, by),
    unseen: () => replies.setWithdrawalSeen([id], false, by),
  } satisfies Record<ReplyChange, () => Promise<Reply[]>>;
  return (await done[change]())[0] ?? null;
}
