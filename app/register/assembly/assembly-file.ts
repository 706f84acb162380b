import type { Handle } from "#app/route-handle.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { pdfAnswer, sentenceResponse } from "#app/ui/file-answer.server.ts";
import { isDay } from "#domain/dates.ts";
import { printAttendance, printSummary } from "#usecases/members/assembly.ts";
import type { Route } from "./+types/assembly-file.ts";

export const handle: Handle = { costly: true, offeredOn: "/assemblees" };

export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "membres", async (services, by) => {
    const { url } = args;
    const { day }: { day?: string } = args.params;
    const year = url.searchParams.get("annee") ?? "";
    if (day === undefined && /^20\d\d$/.test(year))
      return pdfAnswer(await printSummary(services, year), `bilan-${year}.pdf`);
    if (day === undefined || !isDay(day)) return sentenceResponse("Cette page n’existe pas.", 404);
    const wanted = { day, onlyPresent: url.searchParams.get("qui") === "presents" };
    return pdfAnswer(await printAttendance(services, wanted, by), "liste.pdf");
  });
