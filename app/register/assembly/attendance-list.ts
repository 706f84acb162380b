import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { exportFile } from "#app/session/export-file.server.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { pdfAnswer, sentenceResponse } from "#app/ui/file-answer.server.ts";
import { isDay } from "#domain/dates.ts";
import { printAttendance } from "#usecases/members/assembly.ts";
import type { Route } from "./+types/attendance-list.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/assemblees" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "membres", async () => {
    const { params, url, context } = args;
    if (!isDay(params.day)) return sentenceResponse("Ce jour n’existe pas.", 404);
    const wanted = { day: params.day, onlyPresent: url.searchParams.get("qui") === "presents" };
    return pdfAnswer(await printAttendance(context.get(servicesContext), wanted, actingPerson(context)), "liste.pdf");
  });
