import { describe, expect, it } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { keptFiles, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { type SettingsFormData, saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { desk } from "./desk.ts";
import { type Desk, later, preceded } from "./posters.ts";

const ANNE = { id: "account-of-anne", email: "anne@exemple.ch", firstName: "Anne" };
const AUTHOR = { by: { id: ANNE.id, name: "Anne" }, at: expect.any(Date) };
const BOB = { id: "account-of-bob", email: "bob@exemple.ch", firstName: "Bob" };
const photo = async (name = "bande.jpg") => ({ name, bytes: await jpeg(300, 200) });

/** Stores, the shown group photo, and a form with the current version. */
async function desktop() {
  const stores = desk();
  const form = async (fields: Partial<SettingsFormData> = {}, typed = {}): Promise<SettingsFormData> => ({
    typed: { ...settingsAsTyped(INITIAL_SETTINGS), ...typed },
    version: (await stores.settings.get()).version,
    photo: null,
    removePhoto: false,
    ...fields,
  });
  return { ...stores, stores, form, shown: () => seenFile(stores, GROUP_PHOTO) };
}

const saved = (...changed: string[]) => ({ ok: true, value: { notified: [], changed } });

/** The password was confirmed. */
const confirmed = async () => null;

it("saves the settings with their author, and keeps the photo", async () => {
  const { stores, form, shown } = await desktop();
  await saveSettingsAndPhoto(stores, await form({ photo: await photo() }), ANNE, confirmed);
  expect(await saveSettingsAndPhoto(stores, await form({}, { planningYear: "2026" }), ANNE, confirmed)).toEqual(
    saved("planningYear"),
  );
  expect(await stores.settings.get()).toMatchObject({ ...INITIAL_SETTINGS, planningYear: 2026, lastSave: AUTHOR });
  expect(await shown()).toBe("bande.jpg");
});

it("records in the journal who changed which fields, and changes of the bank details separately", async () => {
  const { stores, form } = await desktop();
  await saveSettingsAndPhoto(stores, await form({}, { planningYear: "2026" }), ANNE, confirmed);
  await saveSettingsAndPhoto(stores, await form({}, { holder: "Autre" }), BOB, confirmed);
  const { lines } = await stores.journal.list({}, { start: 0, count: 9 });
  expect(lines.map(({ action, by, fields }) => `${by?.name} ${action} ${fields}`)).toEqual([
    "Bob bank-details undefined",
    "Bob changed planningYear,holder",
    "Anne changed planningYear",
  ]);
});

it("saves nothing when a field or the picture is invalid", async () => {
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

it("reports a concurrent save with its changes, and keeps its photo", async () => {
  const { stores, form, shown } = await desktop();
  const [anne, bob] = [await form({ photo: await photo("anne.jpg") }, { planningYear: "2026" }), await form()];
  expect(await saveSettingsAndPhoto(stores, anne, ANNE, confirmed)).toEqual(saved("planningYear", "photo"));
  const { version } = await stores.settings.get();
  for (const fields of [{}, { photo: await photo("bob.jpg") }, { removePhoto: true }])
    expect(await saveSettingsAndPhoto(stores, { ...bob, ...fields }, ANNE, confirmed)).toEqual({
      ok: false,
      reason: { conflict: { version, current: ["Année du planning\u00a0: 2026"], by: "Anne" } },
    });
  expect(await shown()).toBe("anne.jpg");
  expect(await saveSettingsAndPhoto(stores, { ...bob, version }, ANNE, confirmed)).toEqual(saved("planningYear"));
  expect((await stores.settings.get()).planningYear).toBe(2025);
});

describe("the group photo", () => {
  type Form = Partial<Pick<SettingsFormData, "removePhoto" | "formerPhoto" | "version">> & { photo?: string };
  async function submit(services: Desk, { photo: name, ...rest }: Form, by = ANNE) {
    const { version } = await services.settings.get();
    const sent = { typed: settingsAsTyped(INITIAL_SETTINGS), version, removePhoto: false, ...rest };
    return saveSettingsAndPhoto(services, { ...sent, photo: name ? await photo(name) : null }, by, confirmed);
  }
  const collect = (services: Desk) => services.images.collectAll(new Date(Date.now() - 60_000));

  it("survives a collection of unused pictures during the save", async () => {
    const services = desk();
    const settings = preceded(services.settings, "save", () => collect(services));
    for (const photo of ["a.jpg", "b.jpg"]) {
      expect((await submit({ ...services, settings }, { photo })).ok).toBe(true);
      expect(await seenFile(services, GROUP_PHOTO)).toBe(photo);
    }
  });

  it("is kept after a replacement or removal until its last revision expires", async () => {
    const services = desk();
    await submit(services, { photo: "a.jpg" });
    await submit(services, { photo: "b.jpg" }, BOB);
    await submit(services, { removePhoto: true });
    await collect(services);
    expect(await keptFiles(services)).toEqual(["a.jpg hidden", "b.jpg hidden"]);
    await services.settings.pruneRevisions(later(services, 400).clock.now());
    await collect(services);
    expect([await keptFiles(services), await services.keysOfFiles()]).toEqual([[], []]);
  });

  it("of a revision can be restored, and the replaced one is kept", async () => {
    const services = desk();
    await submit(services, { photo: "a.jpg" });
    await submit(services, { photo: "b.jpg" }, BOB);
    const [state] = await services.settings.listRevisions();
    expect((await submit(services, { formerPhoto: state?.picture })).ok).toBe(true);
    await collect(services);
    expect(await keptFiles(services)).toEqual(["a.jpg", "b.jpg hidden"]);
  });

  it("of the first of two concurrent saves is stored, and no file of the other one stays", async () => {
    const services = desk();
    const { version } = await services.settings.get();
    const outcomes = await Promise.all([
      submit(services, { photo: "a.jpg", version }, ANNE),
      submit(services, { photo: "b.jpg", version }, BOB),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    expect([await keptFiles(services), (await services.keysOfFiles()).length]).toEqual([
      [outcomes[0].ok ? "a.jpg" : "b.jpg"],
      1,
    ]);
  });
});
