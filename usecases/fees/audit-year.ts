import { undecidedAmount } from "#domain/bank/payment.ts";
import { dayInZurich, swissDay } from "#domain/dates.ts";
import { type AuditRow, auditRows, auditTotals, bankRows, bankTotals } from "#domain/fees/audit.ts";
import type { FeeYear } from "#domain/fees/fee.ts";
import { formatAmount, typedAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { csv } from "#domain/text/csv.ts";
import { reportPdf } from "#print/report.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

type Audit = NonNullable<Awaited<ReturnType<typeof readAudit>>>;

type Needs = JournalServices & Pick<Services, "fees" | "bank">;

/** Also includes the undecided payments of the previous year. @returns null if the year was never opened */
export async function readAudit({ fees, bank }: Pick<Needs, "fees" | "bank">, year: string) {
  const [years, all, payments] = await Promise.all([
    fees.listYears(),
    fees.listYear(year),
    bank.listBetween(`${Number(year) - 1}-01-01`, `${year}-12-31`),
  ]);
  const rows = bankRows(payments.filter((payment) => payment.date.startsWith(year) || undecidedAmount(payment) > 0));
  const opened = years.find((one) => one.year === year);
  const totals = [...auditTotals(all), ...bankTotals(rows)];
  return opened ? { opened, rows: [...auditRows(all), ...rows], totals } : null;
}

export async function exportAudit(
  services: Needs,
  { year, format }: { year: string; format: "csv" | "pdf" },
  by: Person | null,
): Promise<string | Uint8Array | null> {
  const audit = await readAudit(services, year);
  if (!audit) return null;
  await addJournalEntry(services, by, { action: "exported", subject: "fee" });
  return format === "csv" ? auditCsv(audit) : auditPdf(audit, swissDay(dayInZurich(services.clock.now())));
}

const TITLES = "Membre;Genre;Montant;Date;Moyen;Référence;Raison;Noté le;Noté par;Après le bouclement".split(";");

const auditCsv = ({ rows, totals }: Audit): string =>
  csv([
    TITLES,
    ...rows.map(({ name, kind, amount, date, way, reference, reason, recordedAt, recordedBy, afterClosing }) => [
      ...[name, kind, typedAmount(amount), date, way, reference, reason, recordedAt, recordedBy],
      afterClosing ? "oui" : "",
    ]),
    ...totals.map(({ label, amount }) => ["Total", label, typedAmount(amount)]),
  ]);

const auditPdf = ({ opened, rows, totals }: Audit, day: string): Promise<Uint8Array> => {
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
    { title: "Écritures", columns, rows: rows.map(cells) },
    {
      title: "Totaux",
      columns: [{ share: 0.59 }, { share: 0.15, right: true }],
      rows: totals.map(({ label, amount }) => [label, formatAmount(amount)]),
    },
  ];
  const title = `Cotisation ${opened.year}\u00a0: pour les vérificateurs`;
  return reportPdf({ title, intro: [stateOf(opened)], sections }, day);
};

export function stateOf({ openedAt, openedBy, closedAt, closedBy }: FeeYear): string {
  const on = (at: Date, by: Person | null) => `le ${swissDay(dayInZurich(at))}${by ? ` par ${by.name}` : ""}`;
  return `Ouverte ${on(openedAt, openedBy)}, ${closedAt ? `bouclée ${on(closedAt, closedBy)}` : "pas encore bouclée"}.`;
}
