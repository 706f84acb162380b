/** Has the site back itself up once a night, and soon after the start when the last backup is a day old. */
import { sauvegardeDue } from "#domain/sauvegarde.ts";
import type { Services } from "#ports/services.ts";

const MINUTE_MS = 60_000;

/** The pace of a site; tests have less time. */
const CADENCE = { premiereMs: MINUTE_MS, pasMs: 10 * MINUTE_MS, repriseMs: 60 * MINUTE_MS };

export type Backups = {
  /** No other backup begins. */
  stop(): void;
};

/**
 * @param services `sauvegardes` says how many are kept; 0: nothing is made here
 * @param signaler hears of a backup that failed; the next attempt follows an hour later
 * @param cadence in milliseconds: until the first look, between two looks, after a failure
 */
export function startBackups(
  { sauvegardes, clock }: Pick<Services, "sauvegardes" | "clock">,
  signaler: (panne: unknown, ou: string) => void,
  { premiereMs, pasMs, repriseMs } = CADENCE,
): Backups {
  let arretees = false;
  let depuis = performance.now();
  let minuterie: NodeJS.Timeout | undefined;
  const dans = (delaiMs: number) => {
    if (!arretees) minuterie = setTimeout(() => void regarder(), delaiMs).unref();
  };

  async function regarder(): Promise<void> {
    try {
      const { derniere, gardees } = await sauvegardes.etat();
      if (gardees && sauvegardeDue(derniere, clock.now(), performance.now() - depuis)) {
        await sauvegardes.faire();
        depuis = performance.now();
        signaler(null, "backup: made");
      }
      dans(pasMs);
    } catch (panne) {
      if (!arretees) signaler(panne, `backup: ${panne instanceof Error ? panne.message : "failed"}`);
      dans(repriseMs);
    }
  }

  dans(premiereMs);
  return {
    stop() {
      arretees = true;
      clearTimeout(minuterie);
    },
  };
}
