import { drawPaper } from "./paper-thread.ts";
import type { Report } from "./report-page.ts";

export const reportPdf = (report: Report, date: string): Promise<Uint8Array> =>
  drawPaper({ kind: "report", report, date });
