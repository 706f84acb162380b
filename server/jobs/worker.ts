import PQueue from "p-queue";

/** Pause after an error. */
const PAUSE_AFTER_ERROR_MS = 60_000;

type Worker = {
  /** Name for the log. */
  readonly where: string;
  /** @param signal aborted when the worker stops @returns milliseconds until the next call, if `wake` is not called */
  readonly work: (signal: AbortSignal) => Promise<number>;
  readonly report: (error: unknown, where: string) => void;
};

/** Calls `work` now, after its pauses and on `wake`. The calls run one after the other. */
export function startWorker({ where, work, report }: Worker) {
  const queue = new PQueue({ concurrency: 1 });
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;

  async function pass(): Promise<void> {
    const pause = await work(signal).catch((error: unknown) => {
      report(error, where);
      return PAUSE_AFTER_ERROR_MS;
    });
    clearTimeout(timer);
    if (!signal.aborted) timer = setTimeout(wake, pause).unref();
  }

  /** A call during a pass queues only one further pass. */
  function wake(): void {
    clearTimeout(timer);
    if (!signal.aborted && queue.size === 0) void queue.add(pass);
  }

  wake();
  return {
    wake,
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      queue.clear();
      await queue.onIdle();
    },
  };
}
