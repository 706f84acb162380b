/** Looks at the clock each minute: a jump ahead holds up what cannot be undone, and its end has that done. */
import type { Services } from "#usecases/services.ts";

const MINUTE_MS = 60_000;

type Options = {
  /** Tells of a jump, once, and of its end. */
  warn: (text: string) => void;
  /** Hears of a store that does not answer. */
  report: (error: unknown, where: string) => void;
  /** Does what waited. */
  onRelease: () => void;
};

/** Resolves after a first look. */
export async function startClockWatch(
  { clock, clockGuard }: Pick<Services, "clock" | "clockGuard">,
  { warn, report, onRelease }: Options,
): Promise<{ stop(): void }> {
  let held = false;
  let stopped = false;

  async function look(): Promise<void> {
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
        `clock: it says ${clock.now().toISOString()}, and was last seen at ${clockGuard.heldSince()?.toISOString()}: ` +
          "nothing is published or purged by itself for an hour, or until the committee says on /reglages that it is right",
      );
    if (!held && wasHeld) {
      warn("clock: it is believed, publications and purges go on");
      onRelease();
    }
  }

  await look();
  const timer = setInterval(() => void look(), MINUTE_MS).unref();
  return {
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
