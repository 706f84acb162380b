import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { ownCalendarResponse, sentenceResponse, withErrorSentence } from "#app/ui/file-response.server.ts";
import { readPlaceSource } from "#usecases/slots/places.ts";
import { writePlacesCalendar } from "#usecases/slots/places-calendar.ts";
import type { Route } from "./+types/places-file.ts";

export const handle: Handle = { unlisted: true, secret: true, costly: true };

export const loader = ({ params: { token, file }, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "calendar of places", "Le calendrier n’a pas pu être préparé. Réessayez.", async () => {
    const services = context.get(servicesContext);
    const { publicUrl } = context.get(siteContext);
    const own = file === "coups-de-main.ics" ? await services.placeLinks.find(token) : null;
    const [first] = own ?? [];
    if (!own || !first)
      return sentenceResponse(
        `Ce lien ne marche pas, ou ne marche plus. Demandez un nouveau lien\u00a0: ${publicUrl}/contact`,
        404,
      );
    const source = await readPlaceSource(services, first.event);
    const now = services.clock.now();
    return ownCalendarResponse(writePlacesCalendar(own, new Map([[first.event, source]]), { publicUrl, now }));
  });
