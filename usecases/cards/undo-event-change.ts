import type { EventFields } from "#domain/events/planned-event.ts";
import { changedFields } from "#domain/history.ts";
import type { Person } from "#domain/person.ts";
import type { CardOutcome } from "#domain/stored.ts";
import type { Services } from "#usecases/services.ts";
import { changeCard } from "./change-card.ts";

/**
 * A change of an event by a short form or a button of its card. `at`: time of the change, by which the history finds
 * the previous content.
 */
export type UndoableEventChange = { readonly id: string; readonly version: string; readonly at: string };

/**
 * Restores the content before a change. Idempotent. `outdated`: the event has changed again, or its previous content
 * has expired.
 */
export async function undoEventChange(
  services: Pick<Services, "committee" | "events" | "pictures" | "clock">,
  { id, version, at }: UndoableEventChange,
  by: Person | null,
): Promise<CardOutcome> {
  const [event, revisions] = await Promise.all([services.events.get(id), services.events.listRevisions(id)]);
  if (!event) return "absent";
  const fields = revisions.find(({ until }) => until === at)?.content;
  if (!fields) return "outdated";
  const isRestored = (now: EventFields) => changedFields<EventFields>(now, fields).length === 0;
  if (isRestored(event)) return "updated";
  const outcome = await changeCard(services, { collection: "evenements", id, fields, version }, by);
  // If two requests arrive at once, the second finds the content already restored.
  const now = outcome === "outdated" ? await services.events.get(id) : null;
  return now && isRestored(now) ? "updated" : outcome;
}
