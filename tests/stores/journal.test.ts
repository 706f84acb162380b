import { createJournal } from "#stores/journal.ts";
import { journalContract } from "#tests/contracts/bin/journal.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";

journalContract("the journal", async () => {
  const openOne = await sqliteDocuments();
  return async () => createJournal(await openOne());
});
