import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { ownCalendarResponse, sentenceResponse, withErrorSentence } from "#app/ui/file-response.server.ts";
import { writeToDoCalendar } from "#usecases/to-do/to-do-calendar.ts";
import type { Route } from "./+types/to-do-calendar.ts";

export const handle: Handle = { unlisted: true, secret: true, costly: true };

export const loader = ({ params: { token }, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "calendar of tasks", "Le calendrier n’a pas pu être préparé. Réessayez.", async () => {
    const services = context.get(servicesContext);
    const { publicUrl } = context.get(siteContext);
    if (!(await services.auth.isCalendarToken(token)))
      return sentenceResponse(
        `Ce lien ne marche pas, ou ne marche plus. Le lien actuel est sous «\u00a0Comptes\u00a0»\u00a0: ${publicUrl}/comptes#rappels`,
        404,
      );
    return ownCalendarResponse(await writeToDoCalendar(services, publicUrl), "a-faire.ics");
  });
