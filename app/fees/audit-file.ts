import { siteContext } from "#app/contexts.ts";
import { readPublicSettings } from "#app/layout/public-settings.server.ts";
import { renderPageText } from "#app/layout/texts.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { csvResponse, exportFile } from "#app/session/export-file.server.ts";
import { pdfResponse, pdfsBusyResponse, sentenceResponse } from "#app/ui/file-response.server.ts";
import { BILLS_PER_FILE } from "#domain/fees/sending.ts";
import type { Person } from "#domain/person.ts";
import { refusal } from "#domain/result.ts";
import { exportYearAudit } from "#usecases/fees/audit-year.ts";
import { listOpenFeesBetween, printOwedBills, readOpenFees } from "#usecases/fees/send-bills.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/audit-file.ts";
import { reminderDaysInQuery } from "./fees-url.ts";

export const handle: Handle = { costly: true, offeredOn: "/cotisations" };

const OUTDATED = "Cette liste a changé entre-temps. Revenez en arrière et rechargez la page.";
const TOO_LONG = "Ces comptes sont trop longs pour un PDF. Prenez le fichier CSV.";
const tooMany = (count: number): string =>
  `Un fichier contient ${BILLS_PER_FILE}\u00a0factures au plus, et il y en a ${count}. La page «\u00a0Envoyer\u00a0», puis «\u00a0Papier, e-mail et rappels\u00a0», les donne en plusieurs fichiers.`;

/**
 * Without parameters, `factures.pdf` contains all open bills. With `sans`, it contains only bills for members without a
 * mobile number. With `de` and `a`, it contains the bills from one member to another, by name.
 */
export const loader = (args: Route.LoaderArgs) =>
  exportFile(args, "cotisations", (services, by) => {
    const { file, bill } = args.params as Params;
    return file === "factures.pdf" || bill ? billsFile(args, services, by) : accountsFile(args, services, by);
  });

type Params = { year: string; file?: string; bill?: string };

async function billsFile({ context, params, url }: Route.LoaderArgs, services: Services, by: Person | null) {
  const { year, bill } = params as Params;
  const query = url.searchParams;
  const [days, without] = [reminderDaysInQuery(query.get("rappel")), query.has("sans")];
  const range = query.has("de") ? ([query.get("de") ?? "", query.get("a") ?? ""] as const) : null;
  const open = range ? await listOpenFeesBetween(services, year, range) : await services.fees.listOpen(year);
  if (!open) return sentenceResponse(OUTDATED, 404);
  const ofMember = open.filter(({ member }) => !bill || bill === `${member}.pdf`);
  const owed = await readOpenFees(services, ofMember, days, context.get(siteContext).publicUrl);
  const wanted = owed.filter(({ waits, phones }) => !without || (waits && phones.length === 0));
  if (wanted.length > BILLS_PER_FILE) return sentenceResponse(tooMany(wanted.length), 400);
  const [account, { thanks }] = await Promise.all([readPublicSettings(context), renderPageText(context, "bill")]);
  const pdf = await printOwedBills(services, wanted, { account, words: thanks }, by);
  if (pdf === "busy") return pdfsBusyResponse();
  if (pdf !== null) return pdfResponse(pdf, `${bill ? "facture" : "factures"}-${year}.pdf`);
  return sentenceResponse("Rien à facturer\u00a0: tout est payé, ou le compte manque dans les réglages.", 404);
}

async function accountsFile({ params }: Route.LoaderArgs, services: Services, by: Person | null) {
  const { year, file } = params as Params;
  const format = file === "comptes.csv" ? "csv" : file === "comptes.pdf" ? "pdf" : null;
  const made = format ? await exportYearAudit(services, { year, format }, by) : refusal("absent" as const);
  if (!made.ok) {
    if (made.reason === "busy") return pdfsBusyResponse();
    if (made.reason === "too-long") return sentenceResponse(TOO_LONG, 400);
    return sentenceResponse("Il n’y a pas de comptes à cette adresse.", 404);
  }
  const name = `cotisations-${year}`;
  return typeof made.value === "string" ? csvResponse(made.value, name) : pdfResponse(made.value, `${name}.pdf`);
}
