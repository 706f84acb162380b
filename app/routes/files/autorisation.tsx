import { data } from "react-router";
import { compteContext, servicesContext, siteContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import { pdfAnswer } from "#app/pdf-answer.server.ts";
import { Introuvable } from "#app/ui/introuvable.tsx";
import { imprimerAutorisation } from "#usecases/imprimer-autorisation.ts";
import type { Route } from "./+types/autorisation.ts";

export const handle: Handle = { lecture: true, nuit: true, unlisted: true, secret: true, costly: true };

/** The parental authorisation of one sign-up: a PDF that takes the place of the page below. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params, context }, next) => {
    const connecte = context.get(compteContext) !== null;
    const services = context.get(servicesContext);
    const { publicUrl, signaler } = context.get(siteContext);
    const octets = await imprimerAutorisation(services, publicUrl, params.id, connecte).catch((panne: unknown) => {
      // The address is the key to the paper: it stays out of the log.
      signaler(panne, "autorisation");
      throw data("L’autorisation n’a pas pu être préparée. Réessayez dans un instant.", { status: 503 });
    });
    return octets ? pdfAnswer(octets, "autorisation-parentale.pdf") : next();
  },
];

/** No such sign-up, or no longer for this visitor: the same page as for any other path that does not exist. */
export const loader = () => data(null, { status: 404 });

export default Introuvable;
