import type { Services } from "#usecases/services.ts";
import { readHealthReport } from "#usecases/site-health/read-health.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** `firstMs` is long, because the site may make a backup at its start. */
const PACE = { firstMs: 5 * MINUTE_MS, stepMs: 10 * MINUTE_MS };
/** Shortest time between two checks, so that backups made by hand cause no further checks. */
const AFTER_BACKUP_MS = 12 * HOUR_MS;
/** More than a day, because each nightly backup causes a check. */
const WITHOUT_BACKUP_MS = 26 * HOUR_MS;

export function startHealthChecks(
  services: Pick<Services, "health" | "backups" | "inbox" | "mails" | "clock">,
  report: (error: unknown, where: string) => void,
  { firstMs, stepMs } = PACE,
): { stop(): void } {
  const { health, backups } = services;
  let stopped = false;
  let checkedMs = Number.NEGATIVE_INFINITY;
  let timer: NodeJS.Timeout | undefined;
  const scheduleIn = (delayMs: number) => {
    if (!stopped) timer = setTimeout(() => void checkIfDue(), delayMs).unref();
  };

  async function checkIfDue(): Promise<void> {
    try {
      const { last } = await backups.readState().catch(() => ({ last: null }));
      const before = health.readChecked().last?.at;
      const newerBackup = last !== null && before !== undefined && last > before;
      if (performance.now() - checkedMs >= (newerBackup ? AFTER_BACKUP_MS : WITHOUT_BACKUP_MS)) await check();
    } catch (error) {
      report(error, "health");
    }
    scheduleIn(stepMs);
  }

  async function check(): Promise<void> {
    await health.check();
    checkedMs = performance.now();
    const { findings } = await readHealthReport(services, report);
    const errors = findings.filter(({ state }) => state === "error").map(({ subject }) => subject);
    if (errors.length > 0 && !stopped)
      report(null, `health: ${errors.join(", ")} failing: jeunesse doctor, or /reglages, says what to do`);
  }

  scheduleIn(firstMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
