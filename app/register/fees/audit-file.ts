import { siteContext } from "#app/contexts.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { csvAnswer, exportFile } from "#app/session/export-file.server.ts";
import { pdfAnswer, sentenceResponse } from "#app/ui/file-answer.server.ts";
import { exportAudit } from "#usecases/fees/audit-year.ts";
import { printOwedBills, readOwed } from "#usecases/fees/send-bills.ts";
import { daysIn } from "../register-list.ts";
import type { Route } from "./+types/audit-file.ts";

export const handle: Handle = { costly: true, offeredOn: "/cotisations" };

/** With the parameter `sans`, `factures.pdf` contains only bills to send to members without a mobile number. */
export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "cotisations", async (services, by) => {
    const { context, url } = args;
    const { year, file, bill } = args.params as { year: string; file?: string; bill?: string };
    if (file === "factures.pdf" || bill) {
      const [days, without] = [daysIn(url.searchParams.get("rappel")), url.searchParams.has("sans")];
      const open = (await services.fees.listOpen(year)).filter(({ member }) => !bill || bill === `${member}.pdf`);
      const owed = await readOwed(services, open, days, context.get(siteContext).publicUrl);
      const wanted = owed.filter(({ waits, phones }) => !without || (waits && phones.length === 0));
      const pdf = await printOwedBills(services, wanted, await publicSettings(context), by);
      if (pdf !== null) return pdfAnswer(pdf, `${bill ? "facture" : "factures"}-${year}.pdf`);
      return sentenceResponse("Rien à facturer\u00a0: tout est payé, ou le compte manque dans les réglages.", 404);
    }
    const format = file === "comptes.csv" ? "csv" : file === "comptes.pdf" ? "pdf" : null;
    const made = format && (await exportAudit(services, { year, format }, by));
    if (!made) return sentenceResponse("Il n’y a pas de comptes à cette adresse.", 404);
    const name = `cotisations-${year}`;
    return typeof made === "string" ? csvAnswer(made, name) : pdfAnswer(made, `${name}.pdf`);
  });
