import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { cardsContract } from "#tests/contracts/stores/cards.contract.ts";
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

cardsContract("the committee", committee, MEMBRES);
cardsContract("events", events, EVENEMENTS);
eventStoreContract("events for calendars", async (now) => (await events(now))());
