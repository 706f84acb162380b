import { servicesContext } from "#app/contexts.ts";
import { redirectToCard } from "#app/ui/cards/card-actions.server.ts";
import { planningPageOfEvent } from "#app/ui/cards/planning-page.server.ts";
import type { FormRequestArgs } from "#app/ui/form/read-form.server.ts";
import { withActedRows } from "#app/ui/list/acted-rows.ts";
import type { EventFields } from "#domain/events/planned-event.ts";

/** Redirects to the card of a changed event, which says `what` was done and offers to undo it. */
export async function redirectToChangedEvent(
  context: FormRequestArgs["context"],
  id: string,
  what: (event: EventFields) => string,
): Promise<Response> {
  const event = await context.get(servicesContext).events.get(id);
  const page = await planningPageOfEvent(context, id);
  if (!event) return redirectToCard(context, page, id, "evenement-updated");
  const undo = { event: id, version: event.version, at: event.updatedAt };
  const toast = { name: event.name, what: what(event), undo };
  return redirectToCard(context, withActedRows(page, [id]), id, "evenement-updated", toast);
}
