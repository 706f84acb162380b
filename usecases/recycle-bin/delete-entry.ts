import type { Person } from "#domain/person.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";
import { newBinKey } from "./delete-card.ts";

/** Moves an inbox entry into the recycle bin and stops its mail. Returns its key there; null when the entry is gone. */
export async function deleteEntry(
  services: Pick<Services, "inbox" | "clock">,
  { id }: Pick<InboxEntry, "id">,
  by: Person | null,
): Promise<string | null> {
  const { inbox, clock } = services;
  const key = newBinKey();
  return (await inbox.moveToBin(id, { key, at: clock.now(), by })) ? key : null;
}
