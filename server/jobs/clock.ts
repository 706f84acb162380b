/** Logs when a jump of the clock suspends publications and purges, and when the clock is trusted again. */
import type { Services } from "#usecases/services.ts";

const MINUTE_MS = 60_000;

type Options = {
  warn: (text: string) => void;
  report: (error: unknown, where: string) => void;
  onRelease: () => void;
};

export async function startClockWatch(
  { clock, clockGuard }: Pick<Services, "clock" | "clockGuard">,
  { warn, report, onRelease }: Options,
): Promise<{ stop(): void }> {
  let held = false;
  let stopped = false;

  async function checkClock(): Promise<void> {
    const wasHeld = held;
    try {
      held = !(await clockGuard.check());
    } catch (error) {
      if (!stopped) report(error, "clock");
      return;
    }
    if (stopped) return;
    if (held && !wasHeld)
      warn(
        `clock: it says ${clock.now().toISOString()}, last seen ${clockGuard.heldSince()?.toISOString()}: publications ` +
          "and purges are suspended for an hour, or until the committee confirms the clock on /reglages",
      );
    if (!held && wasHeld) {
      warn("clock: trusted again, publications and purges continue");
      onRelease();
    }
  }

  await checkClock();
  const timer = setInterval(() => void checkClock(), MINUTE_MS).unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
