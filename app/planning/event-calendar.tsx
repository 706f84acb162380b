import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { NotFoundPage } from "#app/layout/errors/error-page.tsx";
import type { Handle } from "#app/route-handle.ts";
import { withErrorSentence } from "#app/ui/file-response.server.ts";
import { publishEventCalendar } from "#usecases/publish-calendar.ts";
import type { Route } from "./+types/event-calendar.ts";
import { CALENDAR_ERROR, calendarFile } from "./calendar-file.server.ts";

export const handle: Handle = { reading: true, night: true, costly: true };

export const middleware: Route.MiddlewareFunction[] = [
  ({ params, request, context }, next) => {
    // Like other pages without an action, answers a POST with status 405.
    if (request.method === "POST") return next();
    return withErrorSentence(context, "calendar event", CALENDAR_ERROR, async () => {
      const { publicUrl } = context.get(siteContext);
      const ics = await publishEventCalendar(context.get(servicesContext), publicUrl, params.eventId);
      return ics === null ? next() : calendarFile(request, ics, "evenement.ics");
    });
  },
];

export const loader = () => data(null, { status: 404 });

export default NotFoundPage;
