import { createSettingsStore } from "#stores/settings.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { settingsStoreContract } from "#tests/contracts/stores/settings-store.contract.ts";

settingsStoreContract("settings", async () => {
  const openOne = await sqliteDocuments();
  return async () => createSettingsStore(await openOne());
});
