/** A visitor replies on the page of an event (docs/specification.md section 22). */
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { replyRefusalSentence } from "#domain/slots/refusal-sentences.ts";
import { findMemberOfReply, type Reply } from "#domain/slots/reply.ts";
import { hasSameHours, isSameSubmission, type ReplyRefusal } from "#domain/slots/reply-rules.ts";
import type { Slot } from "#domain/slots/slot.ts";
import { CHOSEN_SLOTS_FIELD, chosenCountRefusal, replyFormSchema, slotErrorName } from "#domain/slots/slot-form.ts";
import { isOpenToVisitors } from "#domain/slots/slot-offer.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";
import { replyToSlots, type SlotServices } from "./reply-to-slots.ts";

const SCHEMA = replyFormSchema();

/**
 * Lets a visitor come to the ticked slots, all or none. Whether the visitor is a member changes neither the answer nor
 * its time: one query finds the members with the number, in any case.
 * @param chosen ids of the ticked slots
 * @returns a token of `/mes-places/{token}` with what was signed up now; empty if all of it was noted before
 */
export async function submitSlotReplies(
  services: SlotServices & Pick<Services, "slots" | "register" | "placeLinks">,
  event: StoredEvent,
  typed: TypedValues,
  chosen: readonly string[],
): Promise<Result<string, FieldErrors>> {
  const number = chosenCountRefusal(chosen);
  const parsed = SCHEMA.safeParse(typed);
  if (number || !parsed.success)
    return refusal({
      ...(number && { [CHOSEN_SLOTS_FIELD]: number }),
      ...(parsed.error && errorsByField(parsed.error)),
    });
  const { nom: name, telephone: phone, majeur: isAdult } = parsed.data;
  const member = findMemberOfReply(await services.register.listByPhone(phone), { name, phone });
  const known = { member: member?.id ?? "", birthDate: member?.birthDate ?? "" };
  const outcome = await replyToSlots(services, {
    event,
    chosen,
    replier: { name, phone, isAdult, ...known, door: "public" },
  });
  if (outcome.is === "refused") return refusal(await sentencesOf(services, event, outcome.refused, chosen));
  const newest = outcome.replies.reduce((a, b) => (b.at > a.at ? b : a));
  return success((await tokenOf(services, newest)) ?? "");
}

async function tokenOf({ placeLinks, clock }: Pick<Services, "placeLinks" | "clock">, reply: Reply) {
  return isSameSubmission(reply, clock.now()) ? placeLinks.tokenOf("submission", reply) : null;
}

/** One sentence for each refused slot, which offers a free slot at the same hours for a full one. */
async function sentencesOf(
  services: Pick<Services, "slots" | "replies">,
  event: StoredEvent,
  refused: readonly ReplyRefusal[],
  chosen: readonly string[],
): Promise<FieldErrors> {
  const slots = await services.slots.list(event.subject);
  const full = slots.filter(({ id }) => refused.some((one) => one.slot === id && one.is === "full"));
  const isOffered = (slot: Slot) => isOpenToVisitors(slot) && !chosen.includes(slot.id);
  const others = slots.filter((slot) => isOffered(slot) && full.some((one) => hasSameHours(slot, one)));
  const coming = await services.replies.countComing(others.map(({ id }) => id));
  const isFree = ({ id, needed }: Slot) => (coming.get(id) ?? needed) < needed;
  // A slot for members is not named: the answer tells nobody who is a member.
  const sentence = (one: ReplyRefusal) =>
    replyRefusalSentence(one, { event, slots: slots.filter(isOpenToVisitors) }, isFree);
  return Object.fromEntries(refused.map((one) => [slotErrorName(one.slot), sentence(one)]));
}
