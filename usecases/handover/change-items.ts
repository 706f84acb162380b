/** The committee keeps « C’est où, qui sait ? » (docs/specification.md section 23). */
import { errorsByField, type FieldErrors, type TypedValues } from "#domain/fields.ts";
import {
  HANDOVER_ITEM_SENTENCES,
  type HandoverItemFields,
  handoverItemSchema,
  type StoredHandoverItem,
} from "#domain/handover/handover-item.ts";
import { changedFields } from "#domain/history.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import type { UpdateOutcome } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";

type ItemServices = Pick<Services, "handoverItems">;

// Build the schema once: building takes longer than validating a form.
const ITEM = handoverItemSchema();

/** Adds an item. Idempotent: an item with exactly these fields is not added again. @returns its id */
export async function addHandoverItem(
  { handoverItems }: ItemServices,
  typed: TypedValues,
  by: Person | null,
): Promise<Result<string, FieldErrors>> {
  const parsed = ITEM.safeParse(typed);
  if (!parsed.success) return refusal(errorsByField(parsed.error));
  const id = await handoverItems.add(parsed.data, by);
  return id === null ? refusal({ what: HANDOVER_ITEM_SENTENCES.full }) : success(id);
}

export type HandoverItemUpdateOutcome =
  | { readonly is: "updated" | "gone" }
  | { readonly is: "form"; readonly errors: FieldErrors }
  | { readonly is: "outdated"; readonly now: StoredHandoverItem; readonly typed: HandoverItemFields };

/** Changes an item. Idempotent: an item that already has these fields counts as changed. */
export async function changeHandoverItem(
  { handoverItems }: ItemServices,
  { id, version, typed }: { readonly id: string; readonly version: string; readonly typed: TypedValues },
  by: Person | null,
): Promise<HandoverItemUpdateOutcome> {
  const parsed = ITEM.safeParse(typed);
  const before = await handoverItems.get(id);
  if (!before) return { is: "gone" };
  if (!parsed.success) return { is: "form", errors: errorsByField(parsed.error) };
  if (hasFields(before, parsed.data)) return { is: "updated" };
  const outcome = await handoverItems.update(id, parsed.data, version, by);
  if (outcome !== "outdated") return { is: outcome === "updated" ? "updated" : "gone" };
  const now = await handoverItems.get(id);
  if (!now) return { is: "gone" };
  return hasFields(now, parsed.data) ? { is: "updated" } : { is: "outdated", now, typed: parsed.data };
}

const hasFields = (item: HandoverItemFields, fields: HandoverItemFields): boolean =>
  changedFields(item, fields).length === 0;

/** A change of an item. `at`: time of the change, by which the revisions find the previous content. */
export type UndoableItemChange = { readonly id: string; readonly version: string; readonly at: string };

/** Restores the content before a change. Idempotent. `outdated`: the item has changed again, or the content has expired. */
export async function undoHandoverItemChange(
  { handoverItems }: ItemServices,
  { id, version, at }: UndoableItemChange,
  by: Person | null,
): Promise<UpdateOutcome> {
  const [item, revisions] = await Promise.all([handoverItems.get(id), handoverItems.listRevisions(id)]);
  if (!item) return "absent";
  const before = revisions.find(({ until }) => until === at)?.content;
  if (!before) return "outdated";
  if (hasFields(item, before)) return "updated";
  const outcome = await handoverItems.update(id, before, version, by);
  // If two requests arrive at once, the second finds the content already restored.
  const now = outcome === "outdated" ? await handoverItems.get(id) : null;
  return now && hasFields(now, before) ? "updated" : outcome;
}

/** Moves an item to the recycle bin. Idempotent. @returns false if it never existed or is permanently erased */
export async function deleteHandoverItem(
  { handoverItems, bin, clock }: ItemServices & Pick<Services, "bin" | "clock">,
  id: string,
  by: Person | null,
): Promise<boolean> {
  if (await handoverItems.moveToBin(id, { at: clock.now(), by })) return true;
  return (await bin.findOf(id))?.kind === "handover-item";
}

/** Restores a deleted item. Idempotent. @returns false if the recycle bin does not contain it */
export async function restoreHandoverItem(
  { handoverItems, bin }: ItemServices & Pick<Services, "bin">,
  id: string,
  by: Person | null,
): Promise<boolean> {
  const entry = await bin.findOf(id);
  if (entry?.kind === "handover-item" && (await handoverItems.restore(entry.key, by)) === "restored") return true;
  return (await handoverItems.get(id)) !== null;
}
