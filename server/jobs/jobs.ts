/**
 * What a site does by itself while it runs: drafts are announced when their time comes, mail goes out, what is left over or
 * too old goes, backups are made, its health is looked at.
 */
import { deleteExpired } from "#usecases/inbox/delete-old-entries.ts";
import { eraseOrphanMail } from "#usecases/inbox/erase-orphan-mail.ts";
import { purgeExpired } from "#usecases/recycle-bin/purge-expired.ts";
import type { Services } from "#usecases/services.ts";
import { startBackups } from "./backups.ts";
import { startClockWatch } from "./clock.ts";
import { startHealthChecks } from "./health.ts";
import { PAUSE_TOLD_MS, startOutbox } from "./outbox.ts";
import { startPublication } from "./publication.ts";

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

export type Jobs = {
  /** New mail waits. */
  wake: () => void;
  /** Resolves when nothing of it is under way any more, and nothing follows. */
  stop: () => Promise<void>;
};

/**
 * Resolves once what an earlier process left over is gone, and what came due meanwhile is announced.
 * @param alone whether no other instance works on the stores
 * @param report hears of everything that fails, and is tried again later
 * @param warn hears of what somebody should look at
 */
export async function startJobs(
  services: Services,
  alone: boolean,
  report: (error: unknown, where: string) => void,
  warn: (text: string) => void = (text) => report(null, text),
): Promise<Jobs> {
  const { sweepMail, eraseOld, forget } = createPurges(services, report);
  const onRelease = () => void eraseOld().then(forget);
  const clockWatch = await startClockWatch(services, { warn, report, onRelease });
  await eraseOld();
  await forget();
  const publication = await startPublication(services, report);
  const timers = [
    setInterval(() => void sweepMail(), HOUR_MS),
    setInterval(() => void eraseOld(), DAY_MS),
    setInterval(() => void forget(), DAY_MS),
  ];
  for (const timer of timers) timer.unref();
  // Stores that others share tell of what these write.
  const outbox = alone ? startOutbox(services, report) : startOutbox(services, report, PAUSE_TOLD_MS);
  const backups = startBackups(services, report);
  const healthChecks = startHealthChecks(services, report);
  return {
    wake: outbox.wake,
    async stop() {
      for (const timer of timers) clearInterval(timer);
      clockWatch.stop();
      backups.stop();
      healthChecks.stop();
      await Promise.all([publication.stop(), outbox.stop()]);
    },
  };
}

/** What goes by itself; none of these rejects. */
function createPurges(services: Services, report: (error: unknown, where: string) => void) {
  const telling = async (where: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      report(error, where);
    }
  };
  /** For what the age of things decides: a clock that has jumped makes everything old. */
  const byTheClock = (where: string, work: () => Promise<unknown>) =>
    telling(where, async () => {
      if (await services.clockGuard.check()) await work();
    });
  return {
    sweepMail: () => byTheClock("kept mail sweep", () => eraseOrphanMail(services)),
    eraseOld: () =>
      byTheClock("retention", async () => {
        const erased = await deleteExpired(services);
        if (erased > 0) report(null, `retention: ${erased} old entries deleted`);
      }),
    forget: () =>
      byTheClock("recycle bin", async () => {
        const erased = await purgeExpired(services);
        if (erased > 0) report(null, `recycle bin: ${erased} old entries erased`);
      }),
  };
}
