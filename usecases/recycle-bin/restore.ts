import { candidates } from "#domain/identifiers.ts";
import type { Person } from "#domain/person.ts";
import type { BinEntry } from "#stores/recycle-bin.ts";
import { COLLECTIONS, storeOf } from "#usecases/cards/card.ts";
import type { Services } from "#usecases/services.ts";

/** `id`: differs from the old one when another card has taken that. */
export type Restoration = { readonly kind: BinEntry["kind"]; readonly id: string };

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
    const outcome = await storeOf(services, COLLECTIONS[kind]).restore(key, id, by);
    if (outcome === "absent") return null;
    if (outcome === "restored") return { kind, id };
  }
  throw new Error("unreachable: there is always another identifier to try");
}
