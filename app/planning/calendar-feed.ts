import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { publishPlanningCalendar } from "#usecases/publish-calendar.ts";
import type { Route } from "./+types/calendar-feed.ts";
import { calendarFault, calendarFile } from "./calendar-file.server.ts";

export const handle: Handle = { costly: true };

/** The planning as a calendar to subscribe to. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { publicUrl, report } = context.get(siteContext);
  try {
    return calendarFile(
      request,
      await publishPlanningCalendar(context.get(servicesContext), publicUrl),
      "planning.ics",
    );
  } catch (fault) {
    report(fault, "calendar");
    return calendarFault();
  }
}
