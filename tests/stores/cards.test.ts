import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { documentHistoryContract } from "#tests/contracts/stores/document-history.contract.ts";
import { documentPicturesContract } from "#tests/contracts/stores/document-pictures.contract.ts";
import { documentStoreContract } from "#tests/contracts/stores/document-store.contract.ts";
import { eventStoreContract } from "#tests/contracts/stores/event-store.contract.ts";
import { EVENEMENTS, MEMBRES } from "#tests/contracts/stores/samples.ts";

const committee = async (now?: () => Date) => {
  const openOne = await sqliteDocuments();
  return async () => createCommittee(await openOne(), now);
};
const events = async (now?: () => Date) => {
  const openOne = await sqliteDocuments();
  return async () => createEvents(await openOne(), now);
};

documentStoreContract("the committee", committee, MEMBRES);
documentHistoryContract("the committee", committee, MEMBRES);
documentPicturesContract("the committee", committee, MEMBRES);
documentStoreContract("events", events, EVENEMENTS);
documentHistoryContract("events", events, EVENEMENTS);
documentPicturesContract("events", events, EVENEMENTS);
eventStoreContract("events for calendars", async (now) => (await events(now))());
