/** A visitor in a worker thread, who requests a page every 10 ms. */
import { once } from "node:events";
import { Agent, get } from "node:http";
import { parentPort, Worker, workerData } from "node:worker_threads";

const EVERY_MS = 10;

export type Waits = { asked: number; failed: number; longestMs: number };

/** `waits` waits for all answers, and resolves with their figures since its last call. */
export function startVisitor(url: string) {
  const worker = new Worker(new URL(import.meta.url), { workerData: url });
  return {
    async waits(): Promise<Waits> {
      worker.postMessage("");
      const [waits] = await once(worker, "message");
      return waits as Waits;
    },
    end: () => worker.terminate(),
  };
}

function visit(url: string): void {
  // Few idle connections: the site closes an idle connection, perhaps just when it is used again.
  const agent = new Agent({ keepAlive: true, maxFreeSockets: 2 });
  let waits: Waits = { asked: 0, failed: 0, longestMs: 0 };
  const ask = () =>
    new Promise<void>((done) => {
      const start = performance.now();
      const end = (ok: boolean) => {
        waits.asked++;
        waits.failed += ok ? 0 : 1;
        waits.longestMs = Math.max(waits.longestMs, Math.round(performance.now() - start));
        done();
      };
      get(url, { agent }, (res) => res.resume().on("end", () => end(res.statusCode === 200))).on("error", () =>
        end(false),
      );
    });
  const inProgress = new Set<Promise<void>>();
  setInterval(() => {
    const asked = ask().finally(() => inProgress.delete(asked));
    inProgress.add(asked);
  }, EVERY_MS);
  parentPort?.on("message", async () => {
    await Promise.all(inProgress);
    parentPort?.postMessage(waits);
    waits = { asked: 0, failed: 0, longestMs: 0 };
  });
}

if (typeof workerData === "string") visit(workerData);
