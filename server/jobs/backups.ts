/** Makes a backup each night. After a day without a backup, makes a backup at any hour. */
import { isBackupDue } from "#domain/backup-schedule.ts";
import type { Services } from "#usecases/services.ts";

const MINUTE_MS = 60_000;

const PACE = { firstMs: MINUTE_MS, stepMs: 10 * MINUTE_MS, retryMs: 60 * MINUTE_MS };

export function startBackups(
  { backups, clock, clockGuard }: Pick<Services, "backups" | "clock" | "clockGuard">,
  report: (error: unknown, where: string) => void,
  { firstMs, stepMs, retryMs } = PACE,
) {
  let stopped = false;
  let since = performance.now();
  let timer: NodeJS.Timeout | undefined;
  const scheduleIn = (delayMs: number) => {
    if (!stopped) timer = setTimeout(() => void backUpIfDue(), delayMs).unref();
  };

  async function backUpIfDue(): Promise<void> {
    try {
      const { last, kept } = await backups.readState();
      if (kept && isBackupDue(last, clock.now(), performance.now() - since)) {
        await backups.make({ rotate: await clockGuard.check().catch(() => false) });
        since = performance.now();
        report(null, "backup: made");
      }
      scheduleIn(stepMs);
    } catch (error) {
      if (!stopped) report(error, `backup: ${error instanceof Error ? error.message : "failed"}`);
      scheduleIn(retryMs);
    }
  }

  scheduleIn(firstMs);
  return {
    /** A running backup continues. */
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
