import { servicesContext } from "#app/context.ts";
import { pdfAnswer } from "#app/pdf-answer.server.ts";
import type { Route } from "./+types/autorisation-vierge.ts";

/** The parental authorisation to fill in by hand. */
export async function loader({ context }: Route.LoaderArgs) {
  const octets = await context.get(servicesContext).imprimeur.autorisation(null);
  return pdfAnswer(octets, "autorisation-parentale.pdf", "public, max-age=3600");
}
