import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { planningPageOfMonth } from "#app/ui/event-url.ts";
import { momentInZurich } from "#domain/dates.ts";
import { shownPlanningYear } from "#domain/events/years.ts";

const PLANNING = "/planning";

/** @returns path of the planning page that shows the event; /planning if the events or the settings cannot be read */
export async function planningPageOfEvent(context: Readonly<RouterContextProvider>, id: string): Promise<string> {
  const { events, settings, clock } = context.get(servicesContext);
  try {
    const [list, savedSettings] = await Promise.all([events.list(), settings.get()]);
    const event = list.find((candidate) => candidate.id === id);
    return event
      ? planningPageOfMonth(event, shownPlanningYear(savedSettings, list, momentInZurich(clock.now())))
      : PLANNING;
  } catch (error) {
    // Do not throw: the event may be saved, and an error page would suggest a failed save.
    context.get(siteContext).report(error, "page of an event");
    return PLANNING;
  }
}
