import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { pdfResponse } from "#app/ui/file-response.server.ts";
import { printBlankConsentForm } from "#usecases/print-consent-form.ts";
import type { Route } from "./+types/blank-consent-form.ts";

export const handle: Handle = { costly: true };

export async function loader({ context }: Route.LoaderArgs) {
  const bytes = await printBlankConsentForm(context.get(servicesContext), context.get(siteContext).publicUrl);
  return pdfResponse(bytes, "autorisation-parentale.pdf", "public, max-age=3600");
}
