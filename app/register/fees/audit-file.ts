import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { csvAnswer, exportFile } from "#app/session/export-file.server.ts";
import { requireAdminForFiles } from "#app/session/private-pages.ts";
import { pdfAnswer, sentenceResponse } from "#app/ui/file-answer.server.ts";
import { auditCsv, auditPdf } from "#usecases/fees/audit-year.ts";
import type { Route } from "./+types/audit-file.ts";

export const handle: Handle = { unlisted: true, costly: true, offeredOn: "/cotisations" };

export const middleware: Route.MiddlewareFunction[] = [requireAdminForFiles];

/** The accounts of a year, as `comptes.csv` and `comptes.pdf`. */
export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "cotisations", async () => {
    const { context, params } = args;
    const [services, by] = [context.get(servicesContext), actingPerson(context)];
    const name = `cotisations-${params.year}`;
    if (params.file === "comptes.csv") {
      const text = await auditCsv(services, params.year, by);
      if (text !== null) return csvAnswer(text, name);
    }
    if (params.file === "comptes.pdf") {
      const pdf = await auditPdf(services, params.year, by);
      if (pdf !== null) return pdfAnswer(pdf, `${name}.pdf`);
    }
    return sentenceResponse("Il n’y a pas de comptes à cette adresse.", 404);
  });
