/** The committee plans the slots of an event. */

import { isDoubleTap } from "#domain/double-tap.ts";
import { exactEventDays } from "#domain/events/days.ts";
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import { changedFields } from "#domain/history.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import {
  nightSchema,
  PLAN_SENTENCES,
  plannedSlotSchema,
  slotDayRefusal,
  slotFromForm,
  slotsOfNight,
} from "#domain/slots/plan.ts";
import { isComing, type Reply } from "#domain/slots/reply.ts";
import { type SlotFields, type StoredSlot, slotComparisonKey } from "#domain/slots/slot.ts";
import type { RestoreOutcome, UpdateOutcome } from "#domain/stored.ts";
import type { StoredEvent } from "#stores/events.ts";
import type { Services } from "#usecases/services.ts";

type PlanServices = Pick<Services, "slots" | "clock">;

// Build the schemas once: building takes longer than validating a form.
const [NIGHT, SLOT] = [nightSchema(), plannedSlotSchema()];

/** The time at which slots were added together (`StoredSlot.updatedAt`). Null if all of them were there before. */
type AddedAt = string | null;

/** Adds the slots of a night. Idempotent: slots that are there stay as they are. */
export async function addNight(
  services: PlanServices,
  event: StoredEvent,
  typed: TypedValues,
  by: Person | null,
): Promise<Result<AddedAt, FieldErrors>> {
  const parsed = NIGHT.safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const closed = refusalOfEvent(event);
  if (closed) return refusal({ posts: closed });
  const far = slotDayRefusal(parsed.data.evening, event);
  if (far) return refusal({ evening: far });
  const wanted = slotsOfNight(parsed.data, event);
  const added = await addSlots(services, event, wanted, by);
  return added.ok ? added : refusal({ posts: PLAN_SENTENCES.tooMany(added.reason) });
}

/** Adds one slot. Idempotent within the time of one tap; later, a slot with the same post and hours is refused. */
export async function addSlot(
  services: PlanServices,
  event: StoredEvent,
  typed: TypedValues,
  by: Person | null,
): Promise<Result<AddedAt, FieldErrors>> {
  const read = readSlot(typed, event);
  if (!read.ok) return read;
  const closed = refusalOfEvent(event);
  if (closed) return refusal({ post: closed });
  const added = await addSlots(services, event, [read.value], by);
  if (!added.ok) return refusal({ post: PLAN_SENTENCES.full });
  return added.value === null ? refusal({ post: PLAN_SENTENCES.taken }) : success(added.value);
}

/** Why the event takes no new slots. Null if it takes them. */
function refusalOfEvent(event: StoredEvent): string | null {
  if (exactEventDays(event).firstDay === "") return PLAN_SENTENCES.noDay;
  return event.status === "annule" ? PLAN_SENTENCES.cancelled : null;
}

function readSlot(typed: TypedValues, event: StoredEvent): Result<SlotFields, FieldErrors> {
  const parsed = SLOT.safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  if (exactEventDays(event).firstDay === "") return refusal({ post: PLAN_SENTENCES.noDay });
  const far = slotDayRefusal(parsed.data.day, event);
  return far ? refusal({ day: far }) : success(slotFromForm(parsed.data, event));
}

/** Adds none if the event would have more than `SLOTS_PER_EVENT_MAX`. The reason is this number. */
async function addSlots(
  { slots, clock }: PlanServices,
  { subject }: StoredEvent,
  wanted: readonly SlotFields[],
  by: Person | null,
): Promise<Result<AddedAt, number>> {
  const ids = new Set(await slots.add(subject, wanted, by));
  const all = await slots.list(subject);
  if (ids.size === 0) return refusal(new Set([...all, ...wanted].map(slotComparisonKey)).size);
  const times = all.filter(({ id }) => ids.has(id)).map(({ updatedAt }) => updatedAt);
  const last = times.toSorted().at(-1);
  return success(last !== undefined && isDoubleTap(new Date(last), clock.now()) ? last : null);
}

/**
 * Undoes the addition of slots: deletes those that are unchanged, and to which no one comes. Idempotent.
 * @returns the ids of the slots that this tap has deleted
 */
export async function undoSlotAddition(
  { slots, replies, bin, clock }: PlanServices & Pick<Services, "replies" | "bin">,
  { subject }: StoredEvent,
  addedAt: string,
  by: Person | null,
): Promise<string[]> {
  const [all, sent] = [await slots.list(subject), await replies.list(subject)];
  const empty = all.filter(({ id, updatedAt }) => updatedAt === addedAt && repliesComingTo(sent, id).length === 0);
  const now = clock.now();
  await slots.moveToBin(
    empty.map(({ id }) => id),
    { at: now, by },
  );
  return (await bin.list())
    .filter((entry) => entry.kind === "slot" && entry.fields.event === subject && isDoubleTap(entry.at, now))
    .map(({ id }) => id);
}

/** The replies of those who come to a slot, oldest first. */
export const repliesComingTo = (replies: readonly Reply[], slot: string): Reply[] =>
  replies.filter((reply) => reply.slot === slot && isComing(reply));

export type SlotUpdateOutcome =
  | { readonly is: "updated" | "gone" }
  | { readonly is: "form"; readonly errors: FieldErrors }
  | { readonly is: "outdated"; readonly now: StoredSlot; readonly typed: SlotFields };

/** Changes a slot. Idempotent: a slot that already has these fields counts as changed. */
export async function changeSlot(
  { slots }: Pick<Services, "slots">,
  event: StoredEvent,
  { id, version, typed }: { readonly id: string; readonly version: string; readonly typed: TypedValues },
  by: Person | null,
): Promise<SlotUpdateOutcome> {
  const all = await slots.list(event.subject);
  if (!all.some((slot) => slot.id === id)) return { is: "gone" };
  const read = readSlot(typed, event);
  if (!read.ok) return { is: "form", errors: read.reason };
  if (hasFields(all.find((slot) => slot.id === id) as StoredSlot, read.value)) return { is: "updated" };
  const outcome = await slots.update(id, read.value, version, by);
  if (outcome === "taken") return { is: "form", errors: { post: PLAN_SENTENCES.taken } };
  if (outcome !== "outdated") return { is: outcome === "updated" ? "updated" : "gone" };
  const now = await slots.get(id);
  if (!now) return { is: "gone" };
  return hasFields(now, read.value) ? { is: "updated" } : { is: "outdated", now, typed: read.value };
}

/** Whether the slot has these fields. */
const hasFields = (slot: SlotFields, fields: SlotFields): boolean => changedFields(slot, fields).length === 0;

/** A change of a slot. `at`: time of the change, by which the revisions find the previous content. */
export type UndoableSlotChange = { readonly id: string; readonly version: string; readonly at: string };

/**
 * Restores the content before a change. Idempotent. `outdated`: the slot has changed again, or its previous content has
 * expired.
 */
export async function undoSlotChange(
  { slots }: Pick<Services, "slots">,
  event: StoredEvent,
  { id, version, at }: UndoableSlotChange,
  by: Person | null,
): Promise<UpdateOutcome> {
  const [slot, revisions] = await Promise.all([slots.get(id), slots.listRevisions(id)]);
  if (slot?.event !== event.subject) return "absent";
  const before = revisions.find(({ until }) => until === at)?.content;
  if (!before) return "outdated";
  if (hasFields(slot, before)) return "updated";
  const outcome = await slots.update(id, before, version, by);
  if (outcome === "taken") return "outdated";
  // If two requests arrive at once, the second finds the content already restored.
  const now = outcome === "outdated" ? await slots.get(id) : null;
  return now && hasFields(now, before) ? "updated" : outcome;
}

/**
 * Moves a slot to the recycle bin. Idempotent. `unseen`: a person comes whose reply was not on the committee's page.
 * @param seen ids of the replies that the committee has seen
 */
export async function deleteSlot(
  { slots, replies, bin, clock }: PlanServices & Pick<Services, "replies" | "bin">,
  { subject }: StoredEvent,
  { id, seen }: { readonly id: string; readonly seen: readonly string[] },
  by: Person | null,
): Promise<"deleted" | "unseen" | "gone"> {
  const slot = await slots.get(id);
  if (!slot) return (await findDeletedSlot({ bin }, subject, id)) ? "deleted" : "gone";
  if (slot.event !== subject) return "gone";
  const coming = repliesComingTo(await replies.list(subject), id);
  if (coming.some((reply) => !seen.includes(reply.id))) return "unseen";
  await slots.moveToBin([id], { at: clock.now(), by });
  return "deleted";
}

async function findDeletedSlot({ bin }: Pick<Services, "bin">, subject: string, id: string) {
  const entry = await bin.findOf(id);
  return entry?.kind === "slot" && entry.fields.event === subject ? entry : null;
}

/** Restores a deleted slot of the event. Idempotent. `absent`: the recycle bin does not contain it. `taken`: see the store. */
export async function restoreSlot(
  { slots, bin }: Pick<Services, "slots" | "bin">,
  { subject }: StoredEvent,
  id: string,
  by: Person | null,
): Promise<RestoreOutcome> {
  const entry = await findDeletedSlot({ bin }, subject, id);
  const outcome = entry ? await slots.restore(entry.key, by) : "absent";
  return outcome === "absent" && (await slots.get(id))?.event === subject ? "restored" : outcome;
}
