import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { withErrorSentence } from "#app/ui/file-response.server.ts";
import { publishPlanningCalendar } from "#usecases/publish-calendar.ts";
import type { Route } from "./+types/calendar-feed.ts";
import { CALENDAR_ERROR, calendarFile } from "./calendar-file.server.ts";

export const handle: Handle = { costly: true };

export const loader = ({ request, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "calendar", CALENDAR_ERROR, async () => {
    const ics = await publishPlanningCalendar(context.get(servicesContext), context.get(siteContext).publicUrl);
    return calendarFile(request, ics, "planning.ics");
  });
