/** Keeps the outbox moving: at once when something new waits, later when an attempt has to be repeated. */
import PQueue from "p-queue";
import { deliverAccountMail } from "#usecases/accounts/deliver-account-mail.ts";
import { deliverMail } from "#usecases/inbox/deliver-mail.ts";
import { resumeHeldMail } from "#usecases/inbox/resume-held-mail.ts";
import type { Services } from "#usecases/services.ts";

/** A waiting entry that another process wrote is noticed after this long at the latest; a store that faltered is asked again. */
const PAUSE_MAX_MS = 60_000;
/** The same where the store tells of such entries, and each look is paid for. */
export const PAUSE_TOLD_MS = 15 * 60_000;
/** A store that says "now" again and again is not asked faster than this. */
const PAUSE_MIN_MS = 250;

export type Outbox = {
  /** Something new waits. */
  wake(): void;
  /** Resolves when the mail under way is; no other follows. */
  stop(): Promise<void>;
};

/** @returns what delivers mail to the committee, and reports each reason for which it is held once, until none is any more */
function deliverInbox(services: Services, report: (error: unknown, where: string) => void, signal: AbortSignal) {
  const told = new Set<string>();
  let resumed = false;
  return async (): Promise<void> => {
    if (!resumed) await resumeHeldMail(services);
    resumed = true;
    await deliverMail(
      services,
      (error) => report(error, "outbox"),
      signal,
      (reason) => {
        if (!told.has(reason)) report(null, `mail held: ${reason}`);
        told.add(reason);
      },
    );
    if (told.size === 0 || (await services.inbox.heldReason()) !== null) return;
    told.clear();
    report(null, "mail held: none any more");
  };
}

const refusedFor = (why: string) => `account mail refused for good: ${why}`;

/**
 * @param report hears of errors of the store; errors of the mail are outcomes and stand in the inbox
 * @param pauseMaxMs between two looks that nothing asked for
 */
export function startOutbox(
  services: Services,
  report: (error: unknown, where: string) => void,
  pauseMaxMs = PAUSE_MAX_MS,
): Outbox {
  const entered = new PQueue({ concurrency: 1 });
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

  /** @returns milliseconds until a store has something to deliver, as far as that is known */
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

  /** What is new while a pass is under way is seen by one more. */
  function wake(): void {
    clearTimeout(timer);
    if (!signal.aborted && entered.size === 0) void entered.add(pass);
  }

  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      entered.clear();
      await entered.onIdle();
    },
  };
}
