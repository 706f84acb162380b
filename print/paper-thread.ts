/** Draws in worker threads, because drawing a page would block the server for 50 to 170 ms. */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import type { ConsentFormWords, MinorDetails } from "#domain/consent-form.ts";
import type { QrBill } from "#domain/money/qr-bill.ts";
import type { BillPage } from "./qr-bill/sheet.ts";
import type { Report } from "./report-page.ts";

export type Paper =
  | { readonly kind: "consent-form"; readonly minor: MinorDetails | null; readonly words: ConsentFormWords }
  | { readonly kind: "report"; readonly report: Report; readonly date: string }
  | { readonly kind: "bills"; readonly title: string; readonly pages: readonly BillPage[] }
  | { readonly kind: "qr-bill-image"; readonly bill: QrBill; readonly form: "wide" | "stacked" };

export type Drawn = { readonly file: Uint8Array } | { readonly error: unknown };

const TIMEOUT_MS = 20_000;
const IDLE_MS = 60_000;
/** With V8's default limits, the heap would grow by 20 MB of garbage. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

/** Several bills have their own thread, because drawing them takes seconds. */
const [papers, bills] = [createThread(TIMEOUT_MS), createThread(6 * TIMEOUT_MS)];

export const drawPaper = (paper: Paper): Promise<Uint8Array> =>
  (paper.kind === "bills" && paper.pages.length > 1 ? bills : papers)(paper);

function createThread(timeoutMs: number): (paper: Paper) => Promise<Uint8Array> {
  const oneAtATime = new PQueue({ concurrency: 1 });
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;

  async function draw(paper: Paper): Promise<Uint8Array> {
    clearTimeout(idle);
    worker ??= new Worker(new URL("paper-worker.ts", import.meta.url), { resourceLimits: MEMORY });
    worker.ref();
    try {
      worker.postMessage(paper);
      const [drawn] = (await once(worker, "message", { signal: AbortSignal.timeout(timeoutMs) })) as [Drawn];
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

  function end(): void {
    void worker?.terminate();
    worker = undefined;
  }

  return (paper) => oneAtATime.add(() => draw(paper));
}
