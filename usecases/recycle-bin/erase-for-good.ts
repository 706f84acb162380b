/** What leaves the recycle bin for good: nothing of it is left. */

import type { Person } from "#domain/person.ts";
import { binLimit } from "#domain/recycle-bin.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { COLLECTION_OF } from "#usecases/cards/card.ts";
import { removeSavedMail } from "#usecases/inbox/kept-mail-of.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "bin" | "images" | "savedMail" | "clock">;

/**
 * Erases one entry of the bin, its pictures, and the mail that was kept of it.
 * @param by who does; null: its time is over
 * @returns what it was; null when the bin has it no more
 * @throws when a store does not answer; pictures and mail that are left then go by themselves
 */
export async function eraseForGood(services: Needs, key: string, by: Person | null): Promise<BinEntry["kind"] | null> {
  const entry = await services.bin.find(key);
  const pictures = entry && (await services.bin.erase(key, by));
  if (!pictures) return null;
  await services.images.collect(pictures);
  if ("entry" in entry) await removeSavedMail(services, entry.id);
  else await services.images.eraseFolder({ collection: COLLECTION_OF[entry.kind], id: entry.id }, entry.at);
  return entry.kind;
}

/**
 * Erases what has been in the bin for longer than it stays.
 * @returns how many entries
 * @throws when a store does not answer; what is left goes the next time
 */
export async function eraseExpired(services: Needs): Promise<number> {
  const limit = binLimit(services.clock.now());
  let erased = 0;
  for (const { key, at } of await services.bin.list())
    if (at < limit && (await eraseForGood(services, key, null))) erased++;
  return erased;
}
