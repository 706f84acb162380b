import { answerLinkQuestions } from "#usecases/register/lost-link.ts";
import type { Services } from "#usecases/services.ts";
import { startWorker } from "./worker.ts";

/** Pauses between polls in milliseconds. Polling finds questions that another process has stored. */
const PAUSES = { single: 60_000, hosted: 15 * 60_000 };
/**
 * Minimum time between two passes in milliseconds, because each pass reads the whole register, which costs money in a
 * hosted store, and time on the only thread.
 */
const SPACING = { single: 1_000, hosted: 15_000 };

type Options = { readonly publicUrl: string; readonly singleInstance: boolean };

/** Answers the members who ask for their link. Each run answers the questions asked since the run before. */
export function startLostLinks(
  services: Services,
  { publicUrl, singleInstance }: Options,
  report: (error: unknown, where: string) => void,
) {
  const by = singleInstance ? "single" : "hosted";
  let next = 0;
  let timer: NodeJS.Timeout | undefined;
  const worker = startWorker({
    where: "lost links",
    report,
    async work(signal) {
      next = performance.now() + SPACING[by];
      await answerLinkQuestions(services, publicUrl, signal);
      return PAUSES[by];
    },
  });
  return {
    wake() {
      clearTimeout(timer);
      timer = setTimeout(worker.wake, Math.max(0, next - performance.now())).unref();
    },
    async stop() {
      clearTimeout(timer);
      await worker.stop();
    },
  };
}
