/**
 * Draws papers in a thread: pdfkit takes 50 ms for a page, and 170 for the first one. The thread ends, and gives its
 * memory back, when nobody has asked for a while.
 */
import { once } from "node:events";
import { Worker } from "node:worker_threads";
import PQueue from "p-queue";
import type { Drawn, Paper } from "./paper.ts";

const TIMEOUT_MS = 20_000;
const IDLE_MS = 60_000;
/** Of JavaScript objects. A young generation of the usual size lets 20 MB of rubbish lie. */
const MEMORY = { maxYoungGenerationSizeMb: 8, maxOldGenerationSizeMb: 96 };

const oneAtATime = new PQueue({ concurrency: 1 });
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/** Draws one paper after the other. @throws when it cannot be drawn, or not in time */
export const drawPaper = (paper: Paper): Promise<Uint8Array | string> =>
  oneAtATime.add(() => draw(paper)) as Promise<Uint8Array | string>;

async function draw(paper: Paper): Promise<Uint8Array | string> {
  clearTimeout(idle);
  worker ??= new Worker(new URL("paper-worker.ts", import.meta.url), { resourceLimits: MEMORY });
  worker.ref();
  try {
    worker.postMessage(paper);
    const [drawn] = (await once(worker, "message", { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [Drawn];
    if ("fault" in drawn) throw drawn.fault;
    return drawn.file;
  } catch (fault) {
    end();
    throw fault;
  } finally {
    worker?.unref();
    idle = setTimeout(end, IDLE_MS).unref();
  }
}

function end(): void {
  void worker?.terminate();
  worker = undefined;
}
