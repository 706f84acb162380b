/** Erases cards for good, as the recycle bin does after its time, so that the names of their pictures are free again. */

import { type CardCollection, storeOf } from "#usecases/cards/card.ts";
import { deleteCard, eraseForGood } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

/** No error if it is gone already. */
export async function eraseCard(services: Services, collection: CardCollection, id: string): Promise<void> {
  const key = await deleteCard(services, { collection, id }, null);
  if (key) await eraseForGood(services, key, null);
}

/** Empties both collections and the recycle bin. */
export async function eraseCards(services: Services): Promise<void> {
  for (const collection of ["membres", "evenements"] as const)
    for (const { id } of await storeOf(services, collection).list()) await eraseCard(services, collection, id);
  for (const { key } of await services.bin.list()) await eraseForGood(services, key, null);
}
