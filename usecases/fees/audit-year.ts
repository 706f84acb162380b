import { restOf } from "#domain/bank/payment.ts";
import { dateAndTime, dayInZurich, swissDay } from "#domain/dates.ts";
import { type AuditRow, auditRows, auditTotals, bankRows, bankTotals } from "#domain/fees/audit.ts";
import type { FeeYear } from "#domain/fees/fee.ts";
import { ASSOCIATION } from "#domain/mail/letter.ts";
import { formatAmount, typedAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { csv } from "#domain/text/csv.ts";
import { tablePdf } from "#print/table.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

type Needs = JournalServices & Pick<Services, "fees" | "bank">;

/**
 * The accounts of a year, with the bank's payments that were booked in it, and those of the year before that are to be
 * decided; null if it is not open.
 */
export async function readAudit({ fees, bank }: Pick<Needs, "fees" | "bank">, year: string) {
  const [years, all, payments] = await Promise.all([
    fees.listYears(),
    fees.listYear(year),
    bank.listBetween(`${Number(year) - 1}-01-01`, `${year}-12-31`),
  ]);
  const rows = bankRows(payments.filter((payment) => payment.date.startsWith(year) || restOf(payment) > 0));
  const opened = years.find((one) => one.year === year);
  return opened
    ? { opened, rows: [...auditRows(all), ...rows], totals: [...auditTotals(all), ...bankTotals(rows)] }
    : null;
}

const COLUMNS: readonly (readonly [title: string, cell: (row: AuditRow) => string])[] = [
  ["Membre", ({ name }) => name],
  ["Genre", ({ kind }) => kind],
  ["Montant", ({ amount }) => typedAmount(amount)],
  ["Date", ({ date }) => date],
  ["Moyen", ({ way }) => way],
  ["Référence", ({ reference }) => reference],
  ["Raison", ({ reason }) => reason],
  ["Noté le", ({ recordedAt }) => recordedAt],
  ["Noté par", ({ recordedBy }) => recordedBy],
  ["Après le bouclement", ({ afterClosing }) => (afterClosing ? "oui" : "")],
];

/** @returns the accounts as CSV, totals last; null if the year is not open */
export async function auditCsv(services: Needs, year: string, by: Person | null): Promise<string | null> {
  const audit = await readAudit(services, year);
  if (!audit) return null;
  await recordAction(services, by, { action: "exported", subject: "fee" });
  return csv([
    COLUMNS.map(([title]) => title),
    ...audit.rows.map((row) => COLUMNS.map(([, cell]) => cell(row))),
    ...audit.totals.map(({ label, amount }) => ["Total", label, typedAmount(amount)]),
  ]);
}

/** @returns the accounts as PDF; null if the year is not open */
export async function auditPdf(services: Needs, year: string, by: Person | null): Promise<Uint8Array | null> {
  const audit = await readAudit(services, year);
  if (!audit) return null;
  const pdf = await tablePdf({
    ...{ title: `Cotisation ${year}\u00a0: pour les vérificateurs`, author: ASSOCIATION },
    notes: [stateOf(audit.opened), `Imprimé le ${dateAndTime(services.clock.now())}.`],
    columns: [
      ...[
        { title: "Membre", width: 150 },
        { title: "Genre", width: 90 },
        { title: "Montant", width: 80, right: true },
      ],
      ...[
        { title: "Date", width: 62 },
        { title: "Moyen, référence, raison", width: 228 },
        { title: "Noté", width: 160 },
      ],
    ],
    rows: audit.rows.map(printedRow),
    totals: audit.totals.map(({ label, amount }) => [label, formatAmount(amount)] as const),
  });
  await recordAction(services, by, { action: "exported", subject: "fee" });
  return pdf;
}

function printedRow(row: AuditRow): string[] {
  const { name, kind, amount, date, way, reference, reason, recordedAt, recordedBy, afterClosing } = row;
  const detail = [way, reference, reason].filter(Boolean).join(", ");
  const recorded = [recordedAt, recordedBy, afterClosing && "après le bouclement"].filter(Boolean).join(", ");
  return [name, kind, formatAmount(amount), date, detail, recorded];
}

/** When the year was opened and closed, and by whom. */
export function stateOf({ openedAt, openedBy, closedAt, closedBy }: FeeYear): string {
  const by = (person: Person | null) => (person ? ` par ${person.name}` : "");
  const opened = `Ouverte le ${swissDay(dayInZurich(openedAt))}${by(openedBy)}`;
  return closedAt
    ? `${opened}, bouclée le ${swissDay(dayInZurich(closedAt))}${by(closedBy)}.`
    : `${opened}, pas encore bouclée.`;
}
