/** Erases cards for good, as the recycle bin does after its time, so that the names of their pictures are free again. */

import { beforeAll, beforeEach } from "vitest";
import type { EventFields } from "#domain/events/planned-event.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { setUpSite } from "#tests/http/site.ts";
import { type CardCollection, cardStoreOf } from "#usecases/cards/card.ts";
import { deleteCard, eraseForGood } from "#usecases/recycle-bin.ts";
import type { Services } from "#usecases/services.ts";

/** No error if it is gone already. */
export async function eraseCard(services: Services, collection: CardCollection, id: string): Promise<void> {
  const key = await deleteCard(services, { collection, id }, null);
  if (key) await eraseForGood(services, key, null);
}

/** Empties both collections, the tasks and the recycle bin. */
export async function eraseCards(services: Services): Promise<void> {
  for (const collection of ["membres", "evenements"] as const)
    for (const { id } of await cardStoreOf(services, collection).list()) await eraseCard(services, collection, id);
  const tasks = await services.tasks.listAll();
  await services.tasks.moveToBin(
    tasks.map(({ id }) => id),
    { at: services.clock.now(), by: null },
  );
  for (const { key } of await services.bin.list()) await eraseForGood(services, key, null);
}

/**
 * One site for all tests of a file, which begin without cards at the same time.
 * @returns the site, its clock, which a test may set, and a function that adds an event with its id as its name
 */
export function setUpPlanning(start: string, use?: Parameters<typeof setUpSite>[0]) {
  const site = setUpSite(use);
  const clock = { now: new Date(start) };
  beforeAll(() => {
    site.services.clock.now = () => clock.now;
  });
  beforeEach(async () => {
    clock.now = new Date(start);
    await eraseCards(site.services);
  });
  const put = (id: string, fields: Partial<EventFields>) =>
    site.services.events.create(id, anEvent({ name: id, ...fields }));
  return { site, clock, put };
}
