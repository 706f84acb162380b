import { siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { pdfResponse, pdfsBusyResponse, sentenceResponse } from "#app/ui/file-response.server.ts";
import { printWays } from "#usecases/mailings/print-ways.ts";
import type { Route } from "./+types/ways-file.ts";

export const handle: Handle = { costly: true, offeredOn: "/ecrire/envoyes" };

export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "envois", async (services, by) => {
    const made = await printWays(services, args.params.mailingId, args.context.get(siteContext).publicUrl, by);
    if (made.ok) return pdfResponse(made.value, "envois.pdf");
    if (made.reason === "busy") return pdfsBusyResponse();
    if (made.reason === "absent") return sentenceResponse("Cette page n’existe pas.", 404);
    return sentenceResponse("Cette liste est trop longue pour un PDF.", 400);
  });
