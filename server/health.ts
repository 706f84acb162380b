/** What /healthz says: whether the store can be written, and how it stands with the backups. */
import { etatDeSauvegarde } from "#domain/sauvegarde.ts";
import type { Services } from "#ports/services.ts";
import type { App } from "./app-env.ts";

/** The check writes to the disk, and anybody may ask for it. */
const VALIDITE_MS = 1000;

/**
 * @param check looks whether the store can be written
 * @param now milliseconds by a clock that never goes back
 * @returns the same answer for a second
 */
export function onceASecond(
  check: () => boolean | Promise<boolean>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let answer: Promise<boolean> = Promise.resolve(false);
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() >= until) {
      answer = Promise.resolve(check());
      until = now() + VALIDITE_MS;
    }
    return answer;
  };
}

/** @returns the part about backups; a site that cannot say is one whose backups fail */
export async function backupHealth({ sauvegardes, clock }: Pick<Services, "sauvegardes" | "clock">) {
  try {
    const etat = await sauvegardes.etat();
    return { derniere: etat.derniere?.toISOString() ?? null, etat: etatDeSauvegarde(etat, clock.now()) };
  } catch {
    return { derniere: null, etat: "echec" as const };
  }
}

/** @param healthy looks whether the store can be written right now */
export function serveHealth(
  app: App,
  services: Pick<Services, "sauvegardes" | "clock">,
  healthy: () => boolean | Promise<boolean>,
): void {
  const canWrite = onceASecond(healthy);
  app.get("/healthz", async (c) => {
    const ok = await canWrite();
    const body = { statut: ok ? "ok" : "en panne", sauvegarde: await backupHealth(services) };
    return c.json(body, ok ? 200 : 503, { "cache-control": "no-store" });
  });
}
