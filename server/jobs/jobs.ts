/** Background jobs: publication, mail, purges, backups and health checks. */
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
  wake: () => void;
  /** Resolves when all jobs are idle; no further job starts. */
  stop: () => Promise<void>;
};

/**
 * Resolves after the overdue purges and publications.
 * @param alone no other instance uses the stores @param report gets all failures; each job is retried
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
  // Shared stores notify about mail that other instances queue, so polling can be rare.
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

/** Purge jobs. They report errors and never reject. */
function createPurges(services: Services, report: (error: unknown, where: string) => void) {
  const telling = async (where: string, work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      report(error, where);
    }
  };
  /** Skips purges by age while the clock is not trusted: after a jump ahead everything seems old. */
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
