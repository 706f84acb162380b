import type { Handle } from "#app/route-handle.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { pdfResponse, pdfsBusyResponse, sentenceResponse } from "#app/ui/file-response.server.ts";
import { isDay } from "#domain/dates.ts";
import { printAssemblySummary, printAttendance } from "#usecases/assemblies/assembly.ts";
import type { Route } from "./+types/assembly-file.ts";

const TOO_LONG = "Cette liste est trop longue pour un PDF. Exportez le registre en CSV, sur la page Membres.";

export const handle: Handle = { costly: true, offeredOn: "/assemblees" };

export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "membres", async (services, by) => {
    const { url } = args;
    const { day }: { day?: string } = args.params;
    const year = url.searchParams.get("annee") ?? "";
    if (day === undefined && /^20\d\d$/.test(year))
      return pdfResponse(await printAssemblySummary(services, year), `bilan-${year}.pdf`);
    if (day === undefined || !isDay(day)) return sentenceResponse("Cette page n’existe pas.", 404);
    const wanted = { day, onlyPresent: url.searchParams.get("qui") === "presents" };
    const made = await printAttendance(services, wanted, by);
    if (made.ok) return pdfResponse(made.value, "liste.pdf");
    return made.reason === "busy" ? pdfsBusyResponse() : sentenceResponse(TOO_LONG, 400);
  });
