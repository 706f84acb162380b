/** Keeps the outbox moving: at once when something new waits, later when an attempt has to be repeated. */
import type { Services } from "#ports/services.ts";
import { livrerCourrier } from "#usecases/livrer-courrier.ts";

/** A waiting entry that another process wrote is noticed after this long at the latest. */
const PAUSE_MAX_MS = 60_000;
/** A store that says "now" again and again is not asked faster than this. */
const PAUSE_MIN_MS = 250;

export type Outbox = {
  /** Something new waits. */
  wake(): void;
  /** Resolves when the pass under way is over; no other follows. */
  stop(): Promise<void>;
};

/** @param signaler hears of faults of the store; faults of the mail are outcomes and stand in the inbox */
export function startOutbox(services: Services, signaler: (panne: unknown, ou: string) => void): Outbox {
  let arretee = false;
  let encore = false;
  let passage: Promise<void> | null = null;
  let minuterie: NodeJS.Timeout | undefined;

  async function passer(): Promise<void> {
    let attente = PAUSE_MAX_MS;
    try {
      await livrerCourrier(services, (panne) => signaler(panne, "outbox"));
      const prochaine = await services.inbox.nextDue();
      if (prochaine)
        attente = Math.min(attente, Math.max(PAUSE_MIN_MS, prochaine.getTime() - services.clock.now().getTime()));
    } catch (panne) {
      signaler(panne, "outbox");
    }
    if (!arretee) minuterie = setTimeout(wake, attente).unref();
  }

  function wake(): void {
    if (arretee) return;
    if (passage) {
      encore = true;
      return;
    }
    clearTimeout(minuterie);
    passage = passer().finally(() => {
      passage = null;
      if (!encore) return;
      encore = false;
      wake();
    });
  }

  wake();
  return {
    wake,
    async stop() {
      arretee = true;
      clearTimeout(minuterie);
      await passage;
    },
  };
}
