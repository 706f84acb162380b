import { backupState } from "#domain/backup-schedule.ts";
import { SITE_VERSION } from "#server/version.ts";
import type { Services } from "#usecases/services.ts";
import type { SiteApp } from "./request-context.ts";

/** Reuse each result for this time: the check writes to the disk, and `/healthz` has no rate limit. */
const VALID_FOR_MS = 1000;

export function checkOncePerSecond(
  check: () => boolean | Promise<boolean>,
  now: () => number = () => performance.now(),
): () => Promise<boolean> {
  let answer: Promise<boolean> = Promise.resolve(false);
  let until = Number.NEGATIVE_INFINITY;
  return () => {
    if (now() >= until) {
      answer = Promise.resolve(check());
      until = now() + VALID_FOR_MS;
    }
    return answer;
  };
}

export async function backupHealth({ backups, clock }: Pick<Services, "backups" | "clock">) {
  try {
    const state = await backups.readState();
    return { last: state.last?.toISOString() ?? null, state: backupState(state, clock.now()) };
  } catch {
    return { last: null, state: "failed" as const };
  }
}

export function serveHealth(
  app: SiteApp,
  services: Pick<Services, "backups" | "clock">,
  healthy: () => boolean | Promise<boolean>,
): void {
  const canWrite = checkOncePerSecond(healthy);
  app.get("/healthz", async (c) => {
    const ok = await canWrite();
    const body = { health: ok ? "ok" : "failing", version: SITE_VERSION, backup: await backupHealth(services) };
    return c.json(body, ok ? 200 : 503, { "cache-control": "no-store" });
  });
}
