import { journalLimit } from "#domain/journal.ts";
import type { Services } from "#usecases/services.ts";
import { eraseExpired } from "./erase-for-good.ts";

/** A file of a picture that is younger may belong to an upload that is under way. */
const DAY_MS = 24 * 60 * 60 * 1000;

type Needs = Parameters<typeof eraseExpired>[0] & Pick<Services, "committee" | "events" | "settings" | "journal">;

/**
 * What the site remembers of what the committee did goes when its time is over: what lay in the recycle bin for thirty
 * days, earlier states and lines of the journal after twelve months, and then the pictures that nothing names any more.
 * @returns how many entries of the bin went
 * @throws when a store does not answer; what is left goes the next time
 */
export async function forgetThePast(services: Needs): Promise<number> {
  const now = services.clock.now();
  const erased = await eraseExpired(services);
  for (const store of [services.committee, services.events, services.settings]) await store.pruneStates(now);
  await services.journal.purge(journalLimit(now));
  await services.images.collectAll(new Date(now.getTime() - DAY_MS));
  return erased;
}
