import { drawPaper } from "./paper-thread.ts";
import type { Report } from "./report-page.ts";

/** @param date printed on each page @returns a tagged PDF in A4 @throws when a font cannot be read */
export const reportPdf = async (report: Report, date: string): Promise<Uint8Array> =>
  (await drawPaper({ kind: "report", report, date })) as Uint8Array;
