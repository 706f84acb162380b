import { publishDueDrafts } from "#usecases/cards/publish-drafts.ts";
import type { Services } from "#usecases/services.ts";

/** Checks run at each full and half minute, because users schedule full minutes. */
const STEP_MS = 30_000;

/** Resolves after the first check, which publishes overdue drafts. Repeated failures are reported once. */
export async function startPublication(services: Services, report: (error: unknown, where: string) => void) {
  let stopped = false;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;

  async function publish(): Promise<void> {
    try {
      const isDue = await services.clockGuard.check();
      const announced = isDue ? await publishDueDrafts(services) : 0;
      failing = false;
      if (announced > 0) report(null, `publication: ${announced} drafts announced`);
    } catch (error) {
      if (!failing) report(error, "publication");
      failing = true;
    }
    if (!stopped) timer = setTimeout(() => (publishing = publish()), untilNextStep(services.clock.now())).unref();
  }

  let publishing = publish();
  await publishing;
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await publishing;
    },
  };
}

const untilNextStep = (now: Date): number => STEP_MS - (now.getTime() % STEP_MS);
