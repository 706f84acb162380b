import type { Documents } from "#ports/documents.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { atOnceContract } from "#tests/contracts/bin/at-once.contract.ts";
import { type BinPlace, recycleBinContract } from "#tests/contracts/bin/recycle-bin.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";

const placeOn = (documents: Documents): BinPlace => ({
  ...{ bin: createRecycleBin(documents), committee: createCommittee(documents), events: createEvents(documents) },
  inbox: createInbox(documents),
});
const make = async () => {
  const openOne = await sqliteDocuments();
  return async () => placeOn(await openOne());
};
recycleBinContract("the recycle bin", make);
atOnceContract("the recycle bin", make, 200);
