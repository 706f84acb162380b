/** People and deletions for tests. */
import { randomBytes } from "node:crypto";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Stored, UpdateOutcome } from "#domain/stored.ts";

export const ELODIE: Person = { id: "compte-elodie", name: "Élodie" };
export const BOB: Person = { id: "compte-bob", name: "bob@exemple.ch" };

/** @returns a deletion with a new key, at the current time, without person and picture; overridden by `given` */
export const aDeletion = (given: Partial<Deletion> = {}): Deletion => ({
  key: randomBytes(18).toString("base64url"),
  at: new Date(),
  by: null,
  ...given,
});

type Cards = {
  get(id: string): Promise<Stored<object> | null>;
  moveToBin(id: string, version: string, deletion: Deletion): Promise<UpdateOutcome>;
};

/** Moves the current version of a card into the bin. @returns its key there */
export async function moveCard(store: Cards, id: string, given: Partial<Deletion> = {}): Promise<string> {
  const deletion = aDeletion(given);
  const outcome = await store.moveToBin(id, (await store.get(id))?.version ?? "", deletion);
  if (outcome !== "updated") throw new Error(`${id} was not moved: ${outcome}.`);
  return deletion.key;
}
