import { expect, it } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { type SettingsForm, saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { broken, desk } from "./desk.ts";

const ANNE = { id: "account-of-anne", email: "anne@exemple.ch", firstName: "Anne" };
const AUTHOR = { by: { id: ANNE.id, name: "Anne" }, at: expect.any(Date) };
const BOB = { id: "account-of-bob", email: "bob@exemple.ch", firstName: "Bob" };
const photo = async (name = "bande.jpg") => ({ name, bytes: await jpeg(300, 200) });

/** A desk, its group photo, and a form that was opened on what stands there now. */
async function desktop() {
  const stores = desk();
  const form = async (fields: Partial<SettingsForm> = {}, typed = {}): Promise<SettingsForm> => ({
    typed: { ...settingsAsTyped(INITIAL_SETTINGS), ...typed },
    version: (await stores.settings.get()).version,
    photo: null,
    removePhoto: false,
    ...fields,
  });
  return { ...stores, stores, form, shown: () => seenFile(stores, GROUP_PHOTO) };
}

const OK = { ok: true, value: { notified: [] } };

/** The password is there. */
const confirmed = async () => null;

it("saves settings, with who did it, and leaves the photo as it is", async () => {
  const { stores, form, shown } = await desktop();
  await saveSettingsAndPhoto(stores, await form({ photo: await photo() }), ANNE, confirmed);
  expect(await saveSettingsAndPhoto(stores, await form({}, { planningYear: "2026" }), ANNE, confirmed)).toEqual(OK);
  expect(await stores.settings.get()).toMatchObject({ ...INITIAL_SETTINGS, planningYear: 2026, lastSave: AUTHOR });
  expect(await shown()).toBe("bande.jpg");
});

it("notes who saved, and who changed where the money goes", async () => {
  const { stores, form } = await desktop();
  await saveSettingsAndPhoto(stores, await form({}, { planningYear: "2026" }), ANNE, confirmed);
  await saveSettingsAndPhoto(stores, await form({}, { holder: "Autre" }), BOB, confirmed);
  const { lines } = await stores.journal.list({}, { start: 0, count: 9 });
  expect(lines.map(({ action, by }) => `${by?.name} ${action}`)).toEqual([
    "Bob bank-details",
    "Bob changed",
    "Anne changed",
  ]);
});

it("saves nothing of a form with a refused field or a file that is no picture", async () => {
  const { stores, form, shown } = await desktop();
  const before = await stores.settings.get();
  const fields = { photo: await photo() };
  expect(await saveSettingsAndPhoto(stores, await form(fields, { postcode: "x" }), ANNE, confirmed)).toEqual({
    ok: false,
    reason: { errors: { postcode: "Indiquez un code postal à quatre chiffres." }, image: null },
  });
  const text = { name: "a.jpg", bytes: new TextEncoder().encode("pas une image") };
  expect(
    await saveSettingsAndPhoto(stores, await form({ photo: text }, { planningYear: "2030" }), ANNE, confirmed),
  ).toMatchObject({
    ok: false,
    reason: { errors: { photo: expect.stringContaining("pas une image lisible") }, image: "unreadable" },
  });
  expect(await stores.settings.get()).toEqual(before);
  expect(await shown()).toBeNull();
});

it("tells the second of two people what the first has saved, and keeps the first one's photo", async () => {
  const { stores, form, shown } = await desktop();
  const [anne, bob] = [await form({ photo: await photo("anne.jpg") }, { planningYear: "2026" }), await form()];
  expect(await saveSettingsAndPhoto(stores, anne, ANNE, confirmed)).toEqual(OK);
  const { version } = await stores.settings.get();
  for (const fields of [{}, { photo: await photo("bob.jpg") }, { removePhoto: true }])
    expect(await saveSettingsAndPhoto(stores, { ...bob, ...fields }, ANNE, confirmed)).toEqual({
      ok: false,
      reason: { conflict: { version, current: ["Année du planning\u00a0: 2026"], by: "Anne" } },
    });
  expect(await shown()).toBe("anne.jpg");
  expect(await saveSettingsAndPhoto(stores, { ...bob, version }, ANNE, confirmed)).toEqual(OK);
  expect((await stores.settings.get()).planningYear).toBe(2025);
});

it.each([{ removePhoto: true }, { photo: "b.jpg" }])(
  "changes nothing at all when the settings cannot be saved (%j)",
  async ({ removePhoto = false, photo: name }) => {
    const { stores, form, shown } = await desktop();
    await saveSettingsAndPhoto(stores, await form({ photo: await photo("a.jpg") }), ANNE, confirmed);
    const submission = await form({ removePhoto, photo: name ? await photo(name) : null }, { planningYear: "2033" });
    const settings = broken(stores.settings, "save");
    await expect(saveSettingsAndPhoto({ ...stores, settings }, submission, ANNE, confirmed)).rejects.toThrow("panne");
    expect(await shown()).toBe("a.jpg");
    expect((await stores.settings.get()).planningYear).toBe(2025);
  },
);
