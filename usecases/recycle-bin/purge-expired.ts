import { journalLimit } from "#domain/journal.ts";
import type { Services } from "#usecases/services.ts";
import { eraseExpired } from "./erase-for-good.ts";

/** Younger picture files may belong to an upload in progress. */
const DAY_MS = 24 * 60 * 60 * 1000;

type Needs = Parameters<typeof eraseExpired>[0] & Pick<Services, "committee" | "events" | "settings" | "journal">;

/** Purges the bin (30 days), revisions and journal (12 months), unused pictures. Returns the number of bin entries. */
export async function purgeExpired(services: Needs): Promise<number> {
  const now = services.clock.now();
  const erased = await eraseExpired(services);
  for (const store of [services.committee, services.events, services.settings]) await store.pruneRevisions(now);
  await services.journal.purge(journalLimit(now));
  await services.images.collectAll(new Date(now.getTime() - DAY_MS));
  return erased;
}
