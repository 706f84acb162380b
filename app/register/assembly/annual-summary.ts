import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { pdfAnswer, sentenceResponse, withErrorSentence } from "#app/ui/file-answer.server.ts";
import { printSummary } from "#usecases/members/assembly.ts";
import type { Route } from "./+types/annual-summary.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/assemblees" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

export const loader = ({ url, context }: Route.LoaderArgs) =>
  withErrorSentence(context, "annual summary", "Le bilan n’a pas pu être préparé. Réessayez.", async () => {
    const year = url.searchParams.get("annee") ?? "";
    if (!/^20\d\d$/.test(year)) return sentenceResponse("Cette année n’existe pas.", 404);
    return pdfAnswer(await printSummary(context.get(servicesContext), year), `bilan-${year}.pdf`);
  });
