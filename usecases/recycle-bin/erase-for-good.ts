import type { Person } from "#domain/person.ts";
import { binLimit } from "#domain/recycle-bin.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { COLLECTIONS } from "#usecases/cards/card.ts";
import { mailIdOf } from "#usecases/inbox/mail-id.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Pick<Services, "bin" | "images" | "savedMail" | "clock">;

/** Erases a bin entry, its pictures and its saved mail. `by`: null for the purge. Returns null when it is gone. */
export async function eraseForGood(services: Needs, key: string, by: Person | null): Promise<BinEntry["kind"] | null> {
  const entry = await services.bin.find(key);
  const pictures = entry && (await services.bin.erase(key, by));
  if (!pictures) return null;
  await services.images.collect(pictures);
  if ("entry" in entry) await deleteSavedMail(services, entry.id);
  else await services.images.eraseFolder({ collection: COLLECTIONS[entry.kind], id: entry.id }, entry.at);
  return entry.kind;
}

async function deleteSavedMail({ savedMail }: Needs, id: string): Promise<void> {
  // Older versions named files by the entry's id.
  const ids = [await mailIdOf(id), id];
  const files = (await savedMail.list()).filter((file) => !file.isTest && ids.includes(file.id));
  await savedMail.remove(files.map(({ name }) => name));
}

export async function eraseExpired(services: Needs): Promise<number> {
  const limit = binLimit(services.clock.now());
  let erased = 0;
  for (const { key, at } of await services.bin.list())
    if (at < limit && (await eraseForGood(services, key, null))) erased++;
  return erased;
}
