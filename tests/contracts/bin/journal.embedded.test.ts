import { createJournal } from "#adapters/embedded/journal.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { journalContract } from "./journal.contract.ts";

journalContract("the journal in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createJournal(open());
});
