import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { csvAnswer, exportFile } from "#app/session/export-file.server.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { pdfAnswer, sentenceResponse } from "#app/ui/file-answer.server.ts";
import { exportAudit } from "#usecases/fees/audit-year.ts";
import type { Route } from "./+types/audit-file.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/cotisations" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

/** The accounts of a year, as `comptes.csv` and `comptes.pdf`. */
export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "cotisations", async () => {
    const { context, params } = args;
    const { year, file } = params;
    const format = file === "comptes.csv" ? "csv" : file === "comptes.pdf" ? "pdf" : null;
    const made = format && (await exportAudit(context.get(servicesContext), { year, format }, actingPerson(context)));
    if (!made) return sentenceResponse("Il n’y a pas de comptes à cette adresse.", 404);
    const name = `cotisations-${year}`;
    return typeof made === "string" ? csvAnswer(made, name) : pdfAnswer(made, `${name}.pdf`);
  });
