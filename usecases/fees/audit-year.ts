import { undecidedAmount } from "#domain/bank/payment.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { type AuditRow, auditRows, auditTotals, bankAuditRows, bankAuditTotals } from "#domain/fees/audit.ts";
import type { FeeYear } from "#domain/fees/fee.ts";
import { amountAsTyped, formatAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { writeCsv } from "#domain/text/csv.ts";
import { mapInSlices, runInSlices } from "#ports/yield-to-event-loop.ts";
import { type ReportRefusal, reportPdf, reportRefusal } from "#print/report.ts";
import type { PdfReport } from "#print/report-page.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

type Audit = NonNullable<Awaited<ReturnType<typeof readYearAudit>>>;

type Needs = JournalServices & Pick<Services, "fees" | "bank">;

/** Also includes the undecided payments of the previous year. @returns null if the year was never opened */
export async function readYearAudit({ fees, bank }: Pick<Needs, "fees" | "bank">, year: string) {
  const [years, all, payments] = await Promise.all([
    fees.listYears(),
    fees.listYear(year),
    bank.listBetween(`${Number(year) - 1}-01-01`, `${year}-12-31`),
  ]);
  const opened = years.find((one) => one.year === year);
  if (!opened) return null;
  const counted = payments.filter((payment) => payment.date.startsWith(year) || undecidedAmount(payment) > 0);
  const feeRows = (await mapInSlices(all, (fee) => auditRows([fee]))).flat();
  const rows = (await mapInSlices(counted, (payment) => bankAuditRows([payment]))).flat();
  return { opened, rows: [...feeRows, ...rows], totals: [...auditTotals(all), ...bankAuditTotals(rows)] };
}

export async function exportYearAudit(
  services: Needs,
  { year, format }: { year: string; format: "csv" | "pdf" },
  by: Person | null,
): Promise<Result<string | Uint8Array, ReportRefusal | "absent">> {
  const audit = await readYearAudit(services, year);
  if (!audit) return refusal("absent");
  const report = format === "pdf" ? await auditReport(audit) : null;
  const refused = report && reportRefusal(report);
  if (refused) return refusal(refused);
  await addJournalEntry(services, by, { action: "exported", subject: "fee" });
  const day = swissDay(dayInZurich(services.clock.now()));
  return success(report ? await reportPdf(report, day) : await runInSlices(writeCsv(auditLines(audit))));
}

const TITLES = "Membre;Genre;Montant;Date;Moyen;Référence;Raison;Noté le;Noté par;Après le bouclement".split(";");

function* auditLines({ rows, totals }: Audit) {
  yield TITLES;
  for (const { amount, afterClosing, ...row } of rows) {
    const { name, kind, date, way, reference, reason, recordedAt, recordedBy } = row;
    const late = afterClosing ? "oui" : "";
    yield [name, kind, amountAsTyped(amount), date, way, reference, reason, recordedAt, recordedBy, late];
  }
  for (const { label, amount } of totals) yield ["Total", label, amountAsTyped(amount)];
}

async function auditReport({ opened, rows, totals }: Audit): Promise<PdfReport> {
  const listed = (...parts: readonly (string | false)[]) => parts.filter(Boolean).join(", ");
  const columns = [
    { title: "Membre", share: 0.23 },
    { title: "Écriture", share: 0.36 },
    { title: "Montant", share: 0.15, right: true },
    { title: "Noté", share: 0.26 },
  ];
  const cells = ({ name, kind, amount, afterClosing, ...row }: AuditRow) => [
    name,
    listed(`${kind}${row.date && ` du ${row.date}`}`, row.way, row.reference, row.reason),
    formatAmount(amount),
    listed(row.recordedAt, row.recordedBy, afterClosing && "après le bouclement"),
  ];
  const sections = [
    { title: "Écritures", columns, rows: await mapInSlices(rows, cells) },
    {
      title: "Totaux",
      columns: [{ share: 0.59 }, { share: 0.15, right: true }],
      rows: totals.map(({ label, amount }) => [label, formatAmount(amount)]),
    },
  ];
  const title = `Cotisation ${opened.year}\u00a0: pour les vérificateurs`;
  return { title, intro: [feeYearStateInFrench(opened)], sections };
}

export function feeYearStateInFrench({ openedAt, openedBy, closedAt, closedBy }: FeeYear): string {
  const on = (at: Date, by: Person | null) => `le ${swissDay(dayInZurich(at))}${by ? ` par ${by.name}` : ""}`;
  return `Ouverte ${on(openedAt, openedBy)}, ${closedAt ? `bouclée ${on(closedAt, closedBy)}` : "pas encore bouclée"}.`;
}
