/** Announces drafts when their time comes, unless the clock that says so has jumped. */
import { publishDue } from "#usecases/cards/publish-card.ts";
import type { Services } from "#usecases/services.ts";

/** Between two looks, each a query that finds nothing on most days. They are on the half minutes: people choose full ones. */
const STEP_MS = 30_000;

export type Publication = {
  /** Resolves when the look under way is over; no other follows. */
  stop(): Promise<void>;
};

/**
 * Resolves after a first look: what came due while no site ran is announced then.
 * @param report hears of the first of several failures in a row; all are tried again
 */
export async function startPublication(
  services: Services,
  report: (error: unknown, where: string) => void,
): Promise<Publication> {
  let stopped = false;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  async function look(): Promise<void> {
    try {
      const isDue = await services.clockGuard.check();
      const announced = isDue ? await publishDue(services) : 0;
      failing = false;
      if (announced > 0) report(null, `publication: ${announced} drafts announced`);
    } catch (error) {
      if (!failing) report(error, "publication");
      failing = true;
    }
    if (!stopped) timer = setTimeout(() => (looking = look()), untilNextStep(services.clock.now())).unref();
  }

  let looking = look();
  await looking;
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
    },
  };
}

/** @returns milliseconds, at least one */
const untilNextStep = (now: Date): number => STEP_MS - (now.getTime() % STEP_MS);
