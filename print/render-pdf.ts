/** Draws in worker threads, because drawing a page would block the server for 50 to 170 ms. */
import { once } from "node:events";
import { type ResourceLimits, Worker } from "node:worker_threads";
import PQueue from "p-queue";
import type { ConsentFormDetails, ConsentFormWords } from "#domain/consent-form.ts";
import type { QrBill } from "#domain/money/qr-bill.ts";
import type { PrintedLetters } from "#print/letter-page.ts";
import type { PrintedBillPage } from "#print/qr-bill/sheet.ts";
import type { PdfReport } from "#print/report-page.ts";

export type PdfToDraw =
  | { readonly kind: "consent-form"; readonly minor: ConsentFormDetails | null; readonly words: ConsentFormWords }
  | { readonly kind: "report"; readonly report: PdfReport; readonly date: string }
  | { readonly kind: "bills"; readonly title: string; readonly pages: readonly PrintedBillPage[] }
  | { readonly kind: "letters"; readonly letters: PrintedLetters }
  | { readonly kind: "qr-bill-image"; readonly bill: QrBill };

export type DrawnPdf = { readonly file: Uint8Array } | { readonly error: unknown };

const TIMEOUT_MS = 20_000;
/**
 * Deadline of a PDF. Shorter than the 60 s without a byte after which the server closes a connection
 * (server/listen.ts).
 */
const LARGE_TIMEOUT_MS = 50_000;
/** Maximum number of large PDFs that wait. A further one would wait longer than its connection lasts. */
const LARGE_WAITING_MAX = 2;
const LARGE_ROWS = 500;
const IDLE_MS = 60_000;
/** With V8's default limits, the heap would grow by 20 MB of garbage. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };
/** Heap limit: enough for 8,000 rows (`REPORT_ROWS_MAX`) or 400 bills or letters. */
const LARGE_MEMORY = { ...MEMORY, maxOldGenerationSizeMb: 160 };

/** Large PDFs have their own worker, because drawing them takes seconds. */
const [worker, largeWorker] = [createWorker(TIMEOUT_MS, MEMORY), createWorker(LARGE_TIMEOUT_MS, LARGE_MEMORY)];

export const renderPdf = (paper: PdfToDraw): Promise<Uint8Array> => (isLarge(paper) ? largeWorker : worker).draw(paper);

function isLarge(paper: PdfToDraw): boolean {
  if (paper.kind === "report") return reportRowCount(paper.report) > LARGE_ROWS;
  if (paper.kind === "letters") return paper.letters.addresses.length > 1;
  return paper.kind === "bills" && paper.pages.length > 1;
}

export const reportRowCount = ({ sections }: PdfReport): number =>
  sections.reduce((sum, { rows }) => sum + rows.length, 0);

/** Whether a PDF would wait too long to be drawn. */
export const wouldPdfWaitTooLong = (paper: PdfToDraw): boolean =>
  isLarge(paper) && largeWorker.waiting() >= LARGE_WAITING_MAX;

function createWorker(timeoutMs: number, resourceLimits: ResourceLimits) {
  const oneAtATime = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function draw(paper: PdfToDraw): Promise<Uint8Array> {
    clearTimeout(idle);
    worker ??= start();
    worker.ref();
    try {
      worker.postMessage(paper);
      const [drawn] = (await once(worker, "message", { signal: AbortSignal.timeout(timeoutMs) })) as [DrawnPdf];
      if ("error" in drawn) throw drawn.error;
      return drawn.file;
    } catch (error) {
      end();
      throw error;
    } finally {
      worker?.unref();
      idle = setTimeout(end, IDLE_MS).unref();
    }
  }

  function start(): Worker {
    const started = new Worker(new URL("pdf-worker.ts", import.meta.url), { resourceLimits });
    // A worker may reach its limit of memory while it is terminated: without a listener, its error would end the site.
    started.on("error", () => {
      if (worker === started) worker = undefined;
    });
    return started;
  }

  function end(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return {
    draw: (paper: PdfToDraw): Promise<Uint8Array> => oneAtATime.add(() => draw(paper)),
    waiting: () => oneAtATime.size,
  };
}
