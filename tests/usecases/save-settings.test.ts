import { describe, expect, it } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/picture.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import { keptFiles, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { type SettingsFormData, saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { desk } from "./desk.ts";
import { type Desk, later, preceded } from "./posters.ts";

const ANNE = { id: "account-of-anne", email: "anne@exemple.ch", firstName: "Anne" };
const AUTHOR = { by: { id: ANNE.id, name: "Anne" }, at: expect.any(Date) };
const BOB = { id: "account-of-bob", email: "bob@exemple.ch", firstName: "Bob" };

type Form = Partial<Omit<SettingsFormData, "typed" | "photo">> & { typed?: Record<string, string>; photo?: string };

/** Saves a form after the password was confirmed. @param photo the name of an uploaded file */
async function submit(services: Desk, { photo: name, typed, ...rest }: Form, by = ANNE) {
  const { version } = await services.settings.get();
  const photo = name ? { name, bytes: await jpeg(300, 200) } : null;
  const form = { typed: { ...settingsAsTyped(INITIAL_SETTINGS), ...typed }, version, photo, removePhoto: false };
  return saveSettingsAndPhoto(services, { ...form, ...rest }, by, async () => null);
}

const saved = (...changed: string[]) => ({ ok: true, value: { notified: [], changed } });

it("saving the settings stores them with their author, and keeps the photo", async () => {
  const services = desk();
  await submit(services, { photo: "bande.jpg" });
  expect(await submit(services, { typed: { planningYear: "2026" } })).toEqual(saved("planningYear"));
  expect(await services.settings.get()).toMatchObject({ ...INITIAL_SETTINGS, planningYear: 2026, lastSave: AUTHOR });
  expect(await seenFile(services, GROUP_PHOTO)).toBe("bande.jpg");
});

it("saving the settings records in the journal who changed which fields, and changes of the bank details separately", async () => {
  const services = desk();
  await submit(services, { typed: { planningYear: "2026" } });
  await submit(services, { typed: { holder: "Autre" } }, BOB);
  const { entries } = await services.journal.list({}, { start: 0, count: 9 });
  expect(entries.map(({ action, by, fields }) => `${by?.name} ${action} ${fields}`)).toEqual([
    "Bob bank-details undefined",
    "Bob changed planningYear,holder",
    "Anne changed planningYear",
  ]);
});

it("saving the settings stores nothing when a field or the picture is invalid", async () => {
  const services = desk();
  const before = await services.settings.get();
  expect(await submit(services, { photo: "bande.jpg", typed: { postcode: "x" } })).toEqual({
    ok: false,
    reason: { errors: { postcode: "Indiquez un code postal à quatre chiffres." }, image: null },
  });
  const photo = { name: "a.jpg", bytes: new TextEncoder().encode("pas une image") };
  const form = { typed: settingsAsTyped({ ...INITIAL_SETTINGS, planningYear: 2030 }), photo, removePhoto: false };
  expect(
    await saveSettingsAndPhoto(services, { ...form, version: before.version }, ANNE, async () => null),
  ).toMatchObject({
    reason: { errors: { photo: expect.stringContaining("pas une image lisible") }, image: "unreadable" },
  });
  expect([await services.settings.get(), await seenFile(services, GROUP_PHOTO)]).toEqual([before, null]);
});

it("saving the settings reports a concurrent save with its changes, and keeps its photo", async () => {
  const services = desk();
  const old = await services.settings.get();
  const anne = { photo: "anne.jpg", typed: { planningYear: "2026" } };
  expect(await submit(services, anne)).toEqual(saved("planningYear", "photo"));
  const { version } = await services.settings.get();
  for (const fields of [{}, { photo: "bob.jpg" }, { removePhoto: true }])
    expect(await submit(services, { ...fields, version: old.version })).toEqual({
      ok: false,
      reason: { conflict: { version, current: ["Année du planning\u00a0: 2026"], by: "Anne" } },
    });
  expect(await seenFile(services, GROUP_PHOTO)).toBe("anne.jpg");
  expect(await submit(services, {})).toEqual(saved("planningYear"));
  expect((await services.settings.get()).planningYear).toBe(2025);
});

describe("the group photo", () => {
  const collect = (services: Desk) => services.pictures.collectAll(new Date(Date.now() - 60_000));

  it("survives a collection of unused pictures during the save", async () => {
    const services = desk();
    const settings = preceded(services.settings, "save", () => collect(services));
    for (const photo of ["a.jpg", "b.jpg"]) {
      expect((await submit({ ...services, settings }, { photo })).ok).toBe(true);
      expect(await seenFile(services, GROUP_PHOTO)).toBe(photo);
    }
  });

  it("of a revision can be restored, and the replaced ones are kept until their last revision expires", async () => {
    const services = desk();
    await submit(services, { photo: "a.jpg" });
    await submit(services, { photo: "b.jpg" }, BOB);
    const [state] = await services.settings.listRevisions();
    expect((await submit(services, { formerPhoto: state?.picture })).ok).toBe(true);
    await collect(services);
    expect(await keptFiles(services)).toEqual(["a.jpg", "b.jpg hidden"]);
    await submit(services, { removePhoto: true }, BOB);
    await collect(services);
    expect(await keptFiles(services)).toEqual(["a.jpg hidden", "b.jpg hidden"]);
    await services.bin.pruneRevisions(later(services, 400).clock.now());
    await collect(services);
    expect([await keptFiles(services), await services.keysOfFiles()]).toEqual([[], []]);
  });

  it("of the first of two concurrent saves is stored, and no file of the other one stays", async () => {
    const services = desk();
    const { version } = await services.settings.get();
    const outcomes = await Promise.all([
      submit(services, { photo: "a.jpg", version }, ANNE),
      submit(services, { photo: "b.jpg", version }, BOB),
    ]);
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(1);
    const first = outcomes[0].ok ? "a.jpg" : "b.jpg";
    expect([await keptFiles(services), (await services.keysOfFiles()).length]).toEqual([[first], 1]);
  });
});
