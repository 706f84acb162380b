/** Takes what was deleted out of the recycle bin, with everything that it had. */
import { candidates } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { COLLECTION_OF, storeOf } from "#usecases/cards/card.ts";
import type { Services } from "#usecases/services.ts";

/** What came back, and what it is called now: another card may have taken its identifier meanwhile. */
export type Restoration = { readonly kind: BinEntry["kind"]; readonly id: string };

/**
 * @param key as the bin has it
 * @param by who restores it
 * @returns null when the bin has it no more: restored or erased by somebody else
 * @throws when a store does not answer
 */
export async function restore(
  services: Pick<Services, "committee" | "events" | "inbox" | "bin">,
  key: string,
  by: Person | null,
): Promise<Restoration | null> {
  const entry = await services.bin.find(key);
  if (!entry) return null;
  const { kind } = entry;
  if (kind !== "membre" && kind !== "evenement")
    return (await services.inbox.restore(key, by)) ? { kind, id: entry.id } : null;
  for (const id of candidates(entry.id)) {
    const outcome = await storeOf(services, COLLECTION_OF[kind]).restore(key, id, by);
    if (outcome === "absent") return null;
    if (outcome === "restored") return { kind, id };
  }
  throw new Error("unreachable: there is always another identifier to try");
}
