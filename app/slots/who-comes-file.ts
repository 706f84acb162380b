import type { Handle } from "#app/route-handle.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { pdfResponse, pdfsBusyResponse, sentenceResponse } from "#app/ui/file-response.server.ts";
import { printWhoComes } from "#usecases/slots/print-who-comes.ts";
import type { Route } from "./+types/who-comes-file.ts";

export const handle: Handle = { costly: true, offeredOn: "/planning" };

const SHEETS = { poste: "post", soir: "evening" } as const;
const isSheet = (name: string | null): name is keyof typeof SHEETS => name !== null && Object.hasOwn(SHEETS, name);

export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "coups-de-main", async (services, by) => {
    const event = await services.events.get(args.params.eventId);
    const sheet = args.url.searchParams.get("par");
    if (!event || !isSheet(sheet)) return sentenceResponse("Cette page n’existe pas.", 404);
    const made = await printWhoComes(services, { event, by: SHEETS[sheet] }, by);
    if (made.ok) return pdfResponse(made.value, `coups-de-main-par-${sheet}.pdf`);
    return made.reason === "busy"
      ? pdfsBusyResponse()
      : sentenceResponse("Cette liste est trop longue pour un PDF.", 400);
  });
