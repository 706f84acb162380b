import { expect, it } from "vitest";
import { createSettingsStore } from "#adapters/embedded/settings-store.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { embeddedFile } from "./embedded-file.ts";
import { ANNE, settingsStoreContract } from "./settings-store.contract.ts";

settingsStoreContract("settings in SQLite", async () => {
  const { open } = embeddedFile();
  return async () => createSettingsStore(open());
});

it("has the settings again when the file is closed and opened again", async () => {
  const { open } = embeddedFile();
  const before = open();
  const store = createSettingsStore(before);
  await store.save({ ...INITIAL_SETTINGS, planningYear: 2031 }, (await store.get()).version, ANNE);
  before.close();
  expect(await createSettingsStore(open()).get()).toMatchObject({ planningYear: 2031, lastSave: ANNE });
});

it("fills in a setting that did not exist yet when the others were saved, and lets it be saved", async () => {
  const db = embeddedFile().open();
  db.prepare("INSERT INTO settings (only_row, content) VALUES (1, ?)").run(
    JSON.stringify({ planningYear: 2024, place: "Sion" }),
  );
  const store = createSettingsStore(db);
  const stored = await store.get();
  expect(stored).toMatchObject({ ...INITIAL_SETTINGS, planningYear: 2024, place: "Sion", lastSave: null });
  expect(stored).toMatchObject({ hosting: "", mailHosting: "" });
  expect(await store.save(stored, stored.version, ANNE)).toBe("saved");
});
