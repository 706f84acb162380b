import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { InvalidLinkPage } from "#app/layout/errors/error-page.tsx";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { pdfResponse } from "#app/ui/file-response.server.ts";
import { printConsentForm } from "#usecases/print-consent-form.ts";
import type { Route } from "./+types/consent-form.ts";

export const handle: Handle = { reading: true, night: true, unlisted: true, secret: true, costly: true };

export const middleware: Route.MiddlewareFunction[] = [
  async ({ params, request, context }, next) => {
    // Leave a POST to React Router, which answers 405 as on other pages without an action.
    if (request.method === "POST") return next();
    const services = context.get(servicesContext);
    const { publicUrl, report } = context.get(siteContext);
    const bytes = await printConsentForm(services, publicUrl, params.id, actingPerson(context)).catch(
      (error: unknown) => {
        // Do not log the URL: the URL gives access to the form.
        report(error, "consent form");
        throw data("L’autorisation n’a pas pu être préparée. Réessayez dans un instant.", { status: 503 });
      },
    );
    return bytes ? pdfResponse(bytes, "autorisation-parentale.pdf") : next();
  },
];

/**
 * React Router calls this loader only if the middleware has sent no PDF: the sign-up is unknown, or the link has
 * expired.
 */
export const loader = () => data(null, { status: 404 });

export default InvalidLinkPage;
