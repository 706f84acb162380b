/** Runs the contracts of the settings, the texts and the journal on SQLite. */
import type { Documents } from "#ports/documents.ts";
import { createJournal } from "#stores/journal.ts";
import { createTextStore } from "#stores/revised/texts.ts";
import { createSettingsStore } from "#stores/settings.ts";
import { journalContract } from "#tests/contracts/bin/journal.contract.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { settingsStoreContract } from "#tests/contracts/stores/settings-store.contract.ts";
import { textStoreContract } from "#tests/contracts/stores/text-store.contract.ts";

const onSqlite =
  <Store>(create: (documents: Documents) => Store) =>
  async () => {
    const openOne = await sqliteDocuments();
    return async () => create(await openOne());
  };

settingsStoreContract("settings", onSqlite(createSettingsStore));
textStoreContract("texts", onSqlite(createTextStore));
journalContract("the journal", onSqlite(createJournal));
