import { drawPaper } from "./paper-thread.ts";
import type { Report } from "./report-page.ts";

/** @param date printed on each page @returns a tagged PDF in A4 @throws when a font cannot be read */
export const reportPdf = (report: Report, date: string): Promise<Uint8Array> =>
  drawPaper({ kind: "report", report, date });
