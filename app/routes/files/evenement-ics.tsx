import { data } from "react-router";
import { calendarFault, calendarFile } from "#app/calendar-file.server.ts";
import { servicesContext, siteContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import { Introuvable } from "#app/ui/introuvable.tsx";
import { annoncerEvenement } from "#usecases/annoncer-calendrier.ts";
import type { Route } from "./+types/evenement-ics.ts";

export const handle: Handle = { lecture: true, nuit: true, costly: true };

/** One event to put into an agenda: a file that takes the place of the page below. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params, request, context }, next) => {
    const { publicUrl, signaler } = context.get(siteContext);
    let ics: string | null;
    try {
      ics = await annoncerEvenement(context.get(servicesContext), publicUrl, params.evenementId);
    } catch (panne) {
      signaler(panne, "calendar event");
      return calendarFault();
    }
    return ics === null ? next() : calendarFile(request, ics, "evenement.ics");
  },
];

/** No such event: the same page as for any other path that does not exist. */
export const loader = () => data(null, { status: 404 });

export default Introuvable;
