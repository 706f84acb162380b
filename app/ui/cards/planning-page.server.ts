import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { planningPageOf } from "#app/ui/event-url.ts";
import { momentInZurich } from "#domain/dates.ts";
import { shownYear } from "#domain/events/years.ts";

const PLANNING = "/planning";

/** @returns the path of the page on which the card of an event stands by now; of the planning itself while nobody can tell */
export async function findPlanningPage(context: Readonly<RouterContextProvider>, id: string): Promise<string> {
  const { events, settings, clock } = context.get(servicesContext);
  try {
    const [list, kept] = await Promise.all([events.list(), settings.get()]);
    const event = list.find((one) => one.id === id);
    return event ? planningPageOf(event, shownYear(kept, list, momentInZurich(clock.now()))) : PLANNING;
  } catch (error) {
    // The event itself may have just been saved: that stands, whatever happens here.
    context.get(siteContext).report(error, "page of an event");
    return PLANNING;
  }
}
