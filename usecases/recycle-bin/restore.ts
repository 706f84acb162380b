/** Takes what was deleted out of the recycle bin, with everything that it had. */
import { candidates } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { COLLECTION_OF } from "#usecases/cards/card.ts";
import { type Settling, settlePictures } from "#usecases/pictures/settle-pictures.ts";
import type { Services } from "#usecases/services.ts";

type Needs = Settling & Pick<Services, "inbox">;

/** What came back, and what it is called now: another card may have taken its identifier meanwhile. */
export type Restoration = { readonly kind: BinEntry["kind"]; readonly id: string };

type CardEntry = Extract<BinEntry, { kind: "membre" | "evenement" }>;

/**
 * @param key as the bin has it
 * @param by who restores it
 * @param reportFault told when its pictures are not seen yet; the sweep goes on
 * @returns null when the bin has it no more: restored or erased by somebody else
 * @throws when a store does not answer
 */
export async function restore(
  services: Needs,
  key: string,
  by: Person | null,
  reportFault: (fault: unknown) => void = () => {},
): Promise<Restoration | null> {
  const entry = await services.bin.find(key);
  if (!entry) return null;
  if (entry.kind === "membre" || entry.kind === "evenement") return restoreCard(services, entry, by, reportFault);
  const { kind, id } = entry;
  return (await services.inbox.restore(key, by)) ? { kind, id } : null;
}

async function restoreCard(
  services: Needs,
  { kind, key, id: before, pictures }: CardEntry,
  by: Person | null,
  reportFault: (fault: unknown) => void,
): Promise<Restoration | null> {
  const collection = COLLECTION_OF[kind];
  for (const id of candidates(before)) {
    if (await services[collection].get(id)) continue;
    // Under another identifier pictures are there before the card is; nobody sees them until then.
    const copied = id === before ? null : await copyPictures(services, pictures, { collection, id });
    const outcome = await services[collection].restore(key, id, by, copied ?? undefined);
    if (outcome !== "restored") await removePictures(services, copied?.values() ?? []);
    if (outcome === "absent") return null;
    if (outcome === "taken") continue;
    if (copied) await removePictures(services, copied.keys()).catch(reportFault);
    await settlePictures(services, { collection, id }).catch(reportFault);
    return { kind, id };
  }
  throw new Error("unreachable: there is always another identifier to try");
}

/** @returns the copies by the paths that they are copies of; what nothing can be made of is left where it is */
async function copyPictures(
  { images }: Needs,
  pictures: readonly string[],
  folder: Parameters<Needs["images"]["copy"]>[1],
): Promise<Map<string, string>> {
  const copies = new Map<string, string>();
  for (const path of pictures) {
    const copy = await images.copy(path, folder, { hidden: true });
    if (copy) copies.set(path, copy);
  }
  return copies;
}

async function removePictures({ images }: Needs, paths: Iterable<string>): Promise<void> {
  for (const path of paths) await images.remove(path);
}
