/** Lets a person come to slots: on the page of the event, on the personal page, or added by the committee. */
import { momentInZurich } from "#domain/dates.ts";
import type { Person } from "#domain/person.ts";
import { type AgreedTerms, type Reply, type ReplyingPerson, replierKey } from "#domain/slots/reply.ts";
import { findReplyRefusals, type Replier, type ReplyRefusal } from "#domain/slots/reply-rules.ts";
import type { Slot } from "#domain/slots/slot.ts";
import { currentTerms } from "#domain/slots/slot-state.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { RepliesOutcome } from "#stores/slots/replies.ts";
import type { Services } from "#usecases/services.ts";

export type SlotServices = Pick<Services, "replies" | "clock">;

type Wish = {
  readonly event: StoredEvent;
  /** Ids of slots, as typed. Ids of other events are refused as `gone`. */
  readonly chosen: readonly string[];
  readonly replier: ReplyingPerson & Pick<Replier, "door" | "birthDate">;
  /** The submission of a withdrawn reply, if the person comes again through its link. */
  readonly submission?: string;
};

/**
 * Adds the replies of a person, all or none.
 * @param by the committee, which may add people to a full slot, and which sees the age on its page; null for the person
 */
export async function replyToSlots(
  { replies, clock }: SlotServices,
  { event, chosen, replier, submission }: Wish,
  by: Person | null = null,
): Promise<RepliesOutcome> {
  const agreed = (slot: Slot): AgreedTerms => currentTerms(slot, event) ?? NO_TERMS;
  const person = { ...replier, person: replierKey(replier) };
  const now = momentInZurich(clock.now());
  const wanted = { event: event.subject, slots: [...new Set(chosen)], replier: person, agreed, submission };
  return replies.add(
    wanted,
    (question) => {
      const refused = findReplyRefusals(question, person, event, now);
      return by ? refused.filter(({ is }) => !COMMITTEE_MAY.has(is)) : refused;
    },
    by,
  );
}

/** Placeholder for a slot without hours. Such a slot accepts no replies, so this value is never stored. */
const NO_TERMS: AgreedTerms = { post: "", from: { day: "", time: "" }, until: { day: "", time: "" } };

/** Reasons for which a visitor is refused, but not a person whom the committee adds by hand. */
const COMMITTEE_MAY: ReadonlySet<ReplyRefusal["is"]> = new Set([
  "full",
  "removed",
  "members-only",
  "minor",
  "age",
  "over",
  "overlap",
]);

/** Confirms that a person comes to the present hours of the slots. @returns the replies that exist */
export const confirmReplies = (
  { replies }: Pick<Services, "replies">,
  ids: readonly string[],
  { event, slots }: { readonly event: StoredEvent; readonly slots: readonly Slot[] },
  by: Person | null,
): Promise<Reply[]> =>
  replies.confirm(
    ids,
    (reply) => {
      const slot = slots.find(({ id }) => id === reply.slot);
      return (slot && currentTerms(slot, event)) ?? reply.agreed;
    },
    by,
  );
