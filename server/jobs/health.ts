/** Health checks after each nightly backup. */
import { isCheckDue } from "#domain/site-health/check-due.ts";
import type { Services } from "#usecases/services.ts";
import { readHealth } from "#usecases/site-health/read-health.ts";

const MINUTE_MS = 60_000;

/** Shorter in tests. The first check follows the backup that a start may make. */
const PACE = { firstMs: 5 * MINUTE_MS, stepMs: 10 * MINUTE_MS };

/** @param report gets the failing subjects */
export function startHealthChecks(
  services: Pick<Services, "health" | "backups" | "inbox" | "clock">,
  report: (error: unknown, where: string) => void,
  { firstMs, stepMs } = PACE,
): { stop(): void } {
  const { health, backups } = services;
  let stopped = false;
  let checked: number | null = null;
  let timer: NodeJS.Timeout | undefined;
  const scheduleIn = (delayMs: number) => {
    if (!stopped) timer = setTimeout(() => void checkIfDue(), delayMs).unref();
  };
  const since = (instant: number | null) => (instant === null ? null : performance.now() - instant);

  async function check(): Promise<void> {
    await health.check();
    checked = performance.now();
    const { findings } = await readHealth(services, report);
    const errors = findings.filter(({ state }) => state === "error").map(({ subject }) => subject);
    if (errors.length > 0 && !stopped)
      report(null, `health: ${errors.join(", ")} failing: jeunesse doctor, or /reglages, says what to do`);
  }

  async function checkIfDue(): Promise<void> {
    try {
      const { last } = await backups.readState().catch(() => ({ last: null }));
      const before = health.readChecked().last?.at;
      const newerBackup = last !== null && before !== undefined && last > before;
      if (isCheckDue(since(checked), newerBackup)) await check();
    } catch (error) {
      report(error, "health");
    }
    scheduleIn(stepMs);
  }

  scheduleIn(firstMs);
  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
