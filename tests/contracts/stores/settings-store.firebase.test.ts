import { expect, it } from "vitest";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { INITIAL_SETTINGS } from "#domain/settings/settings.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { firestoreProject } from "./firestore-project.ts";
import { ANNE, settingsStoreContract } from "./settings-store.contract.ts";

describeHosted("settings of a hosted site", () => {
  settingsStoreContract("settings in Firestore", async () => {
    const { openOne } = firestoreProject();
    return async () => createSettingsStore(openOne());
  });

  it("fills in a setting that did not exist yet when the others were saved, and lets it be saved", async () => {
    const db = firestoreProject().openOne();
    await db.doc("settings/current").set({ content: { planningYear: 2024, place: "Sion" } });
    const store = createSettingsStore(db);
    const stored = await store.get();
    expect(stored).toMatchObject({ ...INITIAL_SETTINGS, planningYear: 2024, place: "Sion", lastSave: null });
    expect(await store.save(stored, stored.version, ANNE)).toBe("saved");
    expect(await store.get()).toMatchObject({ planningYear: 2024, lastSave: ANNE });
  });

  it("takes what somebody wrote into the database by hand for a setting only where it can be one", async () => {
    const db = firestoreProject().openOne();
    const content = { planningYear: "2024", place: null, recipients: [1, 2], postcode: "1950", unknown: "x" };
    await db.doc("settings/current").set({ content });
    const { version, lastSave, photo, ...stored } = await createSettingsStore(db).get();
    expect(stored).toEqual({ ...INITIAL_SETTINGS, postcode: "1950" });
  });
});
