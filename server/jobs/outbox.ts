import PQueue from "p-queue";
import { deliverAccountMail } from "#usecases/accounts/deliver-account-mail.ts";
import { deliverMail, resumeHeldMail } from "#usecases/inbox/deliver-mail.ts";
import type { Services } from "#usecases/services.ts";

/** Polling finds mail that another process has queued. */
const PAUSE_MAX_MS = 60_000;
/** Longest pause with a hosted store. Such a store reports new mail, and each poll costs money. */
export const PAUSE_NOTIFIED_MS = 15 * 60_000;
/** Prevents a busy loop if a store keeps returning a due time in the past. */
const PAUSE_MIN_MS = 250;

/** Invalid settings can stop all mail. The log names each reason only once. */
function deliverInbox(services: Services, report: (error: unknown, where: string) => void, signal: AbortSignal) {
  const reported = new Set<string>();
  let resumed = false;
  return async (): Promise<void> => {
    if (!resumed) await resumeHeldMail(services);
    resumed = true;
    await deliverMail(
      services,
      (error) => report(error, "outbox"),
      signal,
      (reason) => {
        if (!reported.has(reason)) report(null, `mail held: ${reason}`);
        reported.add(reason);
      },
    );
    if (reported.size === 0 || (await services.inbox.heldReason()) !== null) return;
    reported.clear();
    report(null, "mail held: no longer");
  };
}

const refusedFor = (why: string) => `account mail refused for good: ${why}`;

export function startOutbox(
  services: Services,
  report: (error: unknown, where: string) => void,
  pauseMaxMs = PAUSE_MAX_MS,
) {
  const queue = new PQueue({ concurrency: 1 });
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  const deliver = deliverInbox(services, report, signal);

  async function pass(): Promise<void> {
    const pauses = [
      await pauseAfter(services.inbox, deliver),
      await pauseAfter(services.accountMail, () =>
        deliverAccountMail(services, (why) => report(null, refusedFor(why)), signal),
      ),
    ];
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(wake, Math.min(...pauses)).unref();
  }

  async function pauseAfter(store: { nextDue: () => Promise<Date | null> }, deliver: () => Promise<unknown>) {
    try {
      await deliver();
      const due = await store.nextDue();
      const pause = due ? due.getTime() - services.clock.now().getTime() : pauseMaxMs;
      return Math.min(pauseMaxMs, Math.max(PAUSE_MIN_MS, pause));
    } catch (error) {
      report(error, "outbox");
      return PAUSE_MAX_MS;
    }
  }

  /** A call during a delivery pass queues only one further pass. */
  function wake(): void {
    clearTimeout(timer);
    if (!signal.aborted && queue.size === 0) void queue.add(pass);
  }

  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      queue.clear();
      await queue.onIdle();
    },
  };
}
