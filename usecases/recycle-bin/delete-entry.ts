import type { Person } from "#domain/person.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import type { Services } from "#usecases/services.ts";
import { newBinKey } from "./bin-key.ts";

/**
 * Moves what a visitor sent into the recycle bin. Its mail waits for nothing there; the mail that was kept stays as long.
 * @param by who deletes it
 * @returns its key in the bin; null when it is gone already
 * @throws when the inbox does not answer
 */
export async function deleteEntry(
  services: Pick<Services, "inbox" | "clock">,
  { id }: Pick<InboxEntry, "id">,
  by: Person | null,
): Promise<string | null> {
  const { inbox, clock } = services;
  const key = newBinKey();
  return (await inbox.moveToBin(id, { key, at: clock.now(), by })) ? key : null;
}
