import { renderPdf, reportRowCount, wouldPdfWaitTooLong } from "#print/render-pdf.ts";
import type { PdfReport } from "./report-page.ts";

export const reportPdf = (report: PdfReport, date: string): Promise<Uint8Array> =>
  renderPdf({ kind: "report", report, date });

/**
 * Maximum number of rows in a PDF. Drawing this number takes 6 s on a fast machine, 25 s on a slow one, and 130 MB of
 * memory.
 */
export const REPORT_ROWS_MAX = 8_000;

/** `busy`: too many large PDFs wait. `too-long`: the report has more than `REPORT_ROWS_MAX` rows. */
export type ReportRefusal = "busy" | "too-long";

/** @returns why `reportPdf` should not draw the report now; null if it may */
export function reportRefusal(report: PdfReport): ReportRefusal | null {
  if (reportRowCount(report) > REPORT_ROWS_MAX) return "too-long";
  return wouldPdfWaitTooLong({ kind: "report", report, date: "" }) ? "busy" : null;
}
