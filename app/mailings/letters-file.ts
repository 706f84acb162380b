import { siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { pdfResponse, pdfsBusyResponse, sentenceResponse } from "#app/ui/file-response.server.ts";
import { type LettersRefusal, printLetters } from "#usecases/mailings/print-letters.ts";
import type { Route } from "./+types/letters-file.ts";

export const handle: Handle = { costly: true, offeredOn: "/ecrire/envoyes" };

/**
 * Without parameters, the letters that are due. With `tirage`, those of a former printing. With `de` and `a`, the letters
 * from one person to another, by name.
 */
export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "envois", async (services, by) => {
    const { url, params, context } = args;
    const query = url.searchParams;
    const range = query.has("de") ? { from: query.get("de") ?? "", to: query.get("a") ?? "" } : null;
    const wanted = { printing: query.get("tirage"), range };
    const made = await printLetters(services, params.mailingId, wanted, context.get(siteContext).publicUrl, by);
    return made.ok ? pdfResponse(made.value, "lettres.pdf") : refusalResponse(made.reason);
  });

function refusalResponse(reason: LettersRefusal): Response {
  if (reason === "busy") return pdfsBusyResponse();
  if (reason === "none") return sentenceResponse("Aucune lettre à imprimer.", 404);
  if (reason === "too-many")
    return sentenceResponse(
      "Il y a trop de lettres pour un fichier. La page du message les donne en plusieurs fichiers.",
      400,
    );
  return sentenceResponse("Cette liste a changé entre-temps. Revenez en arrière et rechargez la page.", 404);
}
