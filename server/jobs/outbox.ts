import { createPace, deliverMails } from "#usecases/mail/deliver-mails.ts";
import type { Services } from "#usecases/services.ts";
import { startWorker } from "./worker.ts";

/** Longest pause between two polls, which find mail that another process has queued. */
const PAUSE_MAX_MS = 60_000;
/** Longest pause with a hosted store. Such a store reports new mail, and each poll costs money. */
export const LONGEST_NOTIFIED_PAUSE_MS = 15 * 60_000;
/** Prevents a busy loop if a store keeps returning a due time in the past. */
const PAUSE_MIN_MS = 250;

/** Invalid settings can stop all mail. The log names each reason only once. */
function createDelivery(services: Services, report: (error: unknown, where: string) => void, signal: AbortSignal) {
  const reported = new Set<string>();
  const reports = {
    onError: (error: unknown, where = "outbox") => report(error, where),
    onHeld(reason: string) {
      if (!reported.has(reason)) report(null, `mail held: ${reason}`);
      reported.add(reason);
    },
    onRefused: (reason: string) => report(null, `letter refused for good: ${reason}`),
  };
  const pace = createPace();
  let resumed = false;
  return async (): Promise<void> => {
    // Settings may have changed before the start.
    if (!resumed) await services.mails.releaseHeld(services.clock.now());
    resumed = true;
    await deliverMails(services, reports, signal, pace);
    if (reported.size === 0 || (await services.mails.heldReason()) !== null) return;
    reported.clear();
    report(null, "mail held: no longer");
  };
}

export function startOutbox(
  services: Services,
  report: (error: unknown, where: string) => void,
  pauseMaxMs = PAUSE_MAX_MS,
) {
  let deliver: ReturnType<typeof createDelivery> | undefined;
  return startWorker({
    where: "outbox",
    report,
    async work(signal) {
      deliver ??= createDelivery(services, report, signal);
      await deliver();
      const due = await services.mails.nextDue();
      const pause = due ? due.getTime() - services.clock.now().getTime() : pauseMaxMs;
      return Math.min(pauseMaxMs, Math.max(PAUSE_MIN_MS, pause));
    },
  });
}
