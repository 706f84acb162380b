import { servicesContext, siteContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import { pdfAnswer } from "#app/pdf-answer.server.ts";
import { printBlankAutorisation } from "#usecases/imprimer-autorisation.ts";
import type { Route } from "./+types/autorisation-vierge.ts";

export const handle: Handle = { costly: true };

/** The parental authorisation to fill in by hand. */
export async function loader({ context }: Route.LoaderArgs) {
  const octets = await printBlankAutorisation(context.get(servicesContext), context.get(siteContext).publicUrl);
  return pdfAnswer(octets, "autorisation-parentale.pdf", "public, max-age=3600");
}
