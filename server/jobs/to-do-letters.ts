/** Sends the letters of Monday about « À faire ». A site that was down at 07:00 sends them later on this Monday. */
import { mondayOfToDoLetters } from "#domain/to-do/to-do-letter.ts";
import type { Services } from "#usecases/services.ts";
import { queueToDoLetters } from "#usecases/to-do/to-do-letters.ts";
import { startWorker } from "./worker.ts";

const MINUTE_MS = 60_000;

export function startToDoLetters(
  services: Services,
  publicUrl: string,
  report: (error: unknown, where: string) => void,
): { stop(): Promise<void> } {
  const { mailer, clock, clockGuard } = services;
  /** The last Monday whose letters are queued. Saves reads. */
  let last = "";
  return startWorker({
    where: "to-do letters",
    report,
    async work() {
      const monday = mondayOfToDoLetters(clock.now());
      if (mailer.sendLetter && monday && monday !== last && (await clockGuard.check())) {
        const count = await queueToDoLetters(services, monday, publicUrl, report);
        if (count !== null) last = monday;
        if (count) report(null, `to-do letters: ${count} queued`);
      }
      return MINUTE_MS - (clock.now().getTime() % MINUTE_MS);
    },
  });
}
