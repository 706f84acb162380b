import { calendarFault, calendarFile } from "#app/calendar-file.server.ts";
import { servicesContext, siteContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import { annoncerPlanning } from "#usecases/annoncer-calendrier.ts";
import type { Route } from "./+types/planning-ics.ts";

export const handle: Handle = { costly: true };

/** The planning as a calendar to subscribe to. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl, signaler } = context.get(siteContext);
  try {
    return calendarFile(request, await annoncerPlanning(context.get(servicesContext), publicUrl), "planning.ics");
  } catch (panne) {
    signaler(panne, "calendar");
    return calendarFault();
  }
}
