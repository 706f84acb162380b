/** The contract tests of the stores, on Firestore. */
import { createDocuments } from "#adapters/firestore/documents.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createJournal } from "#stores/journal.ts";
import { createTextStore } from "#stores/revised/texts.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { bankContract } from "#tests/contracts/bank/bank.contract.ts";
import { journalContract } from "#tests/contracts/bin/journal.contract.ts";
import { binOf, recycleBinContract } from "#tests/contracts/bin/recycle-bin.contract.ts";
import { registerContract } from "#tests/contracts/members/register.contract.ts";
import { cardsContract } from "#tests/contracts/stores/cards.contract.ts";
import { eventStoreContract } from "#tests/contracts/stores/event-store.contract.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { EVENEMENTS, MEMBRES } from "#tests/contracts/stores/samples.ts";
import { settingsStoreContract } from "#tests/contracts/stores/settings-store.contract.ts";
import { textStoreContract } from "#tests/contracts/stores/text-store.contract.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";

const place = () => {
  const { openOne } = firestoreProject();
  return () => createDocuments(openOne());
};
const committee = async (now?: () => Date) => {
  const open = place();
  return async () => createCommittee(open(), now);
};
const events = async (now?: () => Date) => {
  const open = place();
  return async () => createEvents(open(), now);
};

describeHosted("on Firestore", () => {
  cardsContract("the committee", committee, MEMBRES);
  cardsContract("events", events, EVENEMENTS);
  eventStoreContract("events for calendars", async (now) => (await events(now))());
  settingsStoreContract("settings", async () => {
    const open = place();
    return async () => createSettingsStore(open());
  });
  registerContract("the register and the fees", async () => place()());
  bankContract("the payments of the bank", async () => place()());
  recycleBinContract("the recycle bin", async () => {
    const open = place();
    return async () => binOf(open());
  });
  textStoreContract("texts", async () => {
    const open = place();
    return async () => createTextStore(open());
  });
  journalContract("the journal", async () => {
    const open = place();
    return async () => createJournal(open());
  });
});
