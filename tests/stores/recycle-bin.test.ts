import { expect, it } from "vitest";
import type { Documents } from "#ports/documents.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { atOnceContract } from "#tests/contracts/bin/at-once.contract.ts";
import { aDeletion, moveCard } from "#tests/contracts/bin/deletions.ts";
import { type BinPlace, recycleBinContract } from "#tests/contracts/bin/recycle-bin.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { MEMBRES } from "#tests/contracts/stores/samples.ts";

const placeOn = (documents: Documents): BinPlace => ({
  ...{ bin: createRecycleBin(documents), membres: createCommittee(documents), evenements: createEvents(documents) },
  inbox: createInbox(documents),
});
const make = async () => {
  const openOne = await sqliteDocuments();
  return async () => placeOn(await openOne());
};
recycleBinContract("the recycle bin", make);
atOnceContract("the recycle bin", make, 200);

it("names the pictures in the recycle bin without reading what visitors sent", async () => {
  const documents = await (await sqliteDocuments())();
  const { membres, inbox } = placeOn(documents);
  await membres.create("A", MEMBRES.example);
  await moveCard(membres, "A", { pictures: ["a"] });
  const content = { name: "Léo", email: "leo@exemple.ch", subject: "Salut", message: "Bonjour" };
  for (let i = 0; i < 5; i++) {
    const { entry } = await inbox.add({ type: "message", content }, new Date());
    await inbox.moveToBin(entry.id, aDeletion());
  }
  let read = 0;
  const counting: Documents = {
    ...documents,
    async query(...query) {
      const found = await documents.query(...query);
      read += found.length;
      return found;
    },
  };
  expect(await createRecycleBin(counting).listPictures()).toEqual(["a"]);
  expect(read).toBe(1);
});
