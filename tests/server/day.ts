/** Fake time for the background jobs: their timers fire without waiting. Other timers are real. */
import { onTestFinished, vi } from "vitest";

type Timer = { at: number; everyMs: number | null; run: () => void };

/** Whether the caller of the timer function is a background job, and not a library or a deadline. */
const isJob = () => /\/server\/(?:jobs|backends)\//.test(new Error().stack?.split("\n").slice(3, 5).join() ?? "");

/**
 * From now on, timers of jobs wait for the returned function, and `Date` has its time.
 * @returns a function that advances the time by `ms` milliseconds; after each timer it waits until `isBusy` is false
 */
export function jobTime(isBusy: () => boolean): (ms: number) => Promise<void> {
  const timers = new Set<Timer>();
  const { setTimeout, setInterval, clearTimeout, clearInterval } = globalThis;
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const setter = (real: typeof setTimeout, repeats: boolean) =>
    ((run: () => void, ms = 0, ...rest: []) => {
      if (!isJob()) return real(run, ms, ...rest);
      const timer = { at: Date.now() + ms, everyMs: repeats ? ms : null, run, unref: () => timer };
      timers.add(timer);
      return timer;
    }) as unknown as typeof setTimeout;
  const clearer = (real: typeof clearTimeout) =>
    ((timer) => (timers.delete(timer as unknown as Timer) ? undefined : real(timer))) as typeof clearTimeout;
  Object.assign(globalThis, {
    setTimeout: setter(setTimeout, false),
    setInterval: setter(setInterval as unknown as typeof setTimeout, true),
    clearTimeout: clearer(clearTimeout),
    clearInterval: clearer(clearInterval),
  });
  onTestFinished(() => {
    Object.assign(globalThis, { setTimeout, setInterval, clearTimeout, clearInterval });
    vi.useRealTimers();
  });
  const settled = async () => {
    do for (let n = 0; n < 5; n++) await new Promise((resolve) => setImmediate(resolve));
    while (isBusy());
  };
  return async (ms) => {
    const end = Date.now() + ms;
    for (;;) {
      await settled();
      const [next] = [...timers].toSorted((a, b) => a.at - b.at);
      if (!next || next.at > end) break;
      vi.setSystemTime(Math.max(next.at, Date.now()));
      if (next.everyMs === null) timers.delete(next);
      else next.at += next.everyMs;
      next.run();
    }
    vi.setSystemTime(end);
  };
}
