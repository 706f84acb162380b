import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { pdfResponse, sentenceResponse, withErrorSentence } from "#app/ui/file-response.server.ts";
import { printMemberConsentForm } from "#usecases/print-consent-form.ts";
import type { Route } from "./+types/member-consent-form.ts";

export const handle: Handle = { costly: true, offeredOn: "/registre" };

const FAILED = "L’autorisation n’a pas pu être préparée. Réessayez dans un instant.";
const NOT_ASKED = "Il n’y a pas d’autorisation parentale pour cette personne\u00a0: voyez sa date de naissance.";

export const loader = ({ context, params }: Route.LoaderArgs) =>
  withErrorSentence(context, "consent form", FAILED, async () => {
    const { publicUrl } = context.get(siteContext);
    const services = context.get(servicesContext);
    const bytes = await printMemberConsentForm(services, publicUrl, params.recordId, actingPerson(context));
    return bytes ? pdfResponse(bytes, "autorisation-parentale.pdf") : sentenceResponse(NOT_ASKED, 404);
  });
