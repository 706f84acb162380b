/** The group photo of the settings, while they are being saved, and the photos that it replaced. */
import { expect, it } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/stored-image.ts";
import { INITIAL_SETTINGS, settingsAsTyped } from "#domain/settings/settings.ts";
import type { Account } from "#stores/account-types.ts";
import { keptFiles, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { type SettingsForm, saveSettingsAndPhoto } from "#usecases/save-settings.ts";
import { desk } from "./desk.ts";
import { type Desk, later, preceded } from "./posters.ts";

const ANNE: Account = { id: "account-of-anne", email: "anne@exemple.ch", firstName: "Anne" };
const BOB: Account = { id: "account-of-bob", email: "bob@exemple.ch", firstName: "Bob" };

type Form = Partial<Pick<SettingsForm, "removePhoto" | "formerPhoto" | "version">> & { photo?: string };

async function submit(services: Desk, { photo: name, removePhoto = false, ...rest }: Form, by = ANNE) {
  const photo = name ? { name, bytes: await jpeg(300, 200) } : null;
  const { version } = await services.settings.get();
  const sent = { typed: settingsAsTyped(INITIAL_SETTINGS), version, photo, removePhoto, ...rest };
  return saveSettingsAndPhoto(services, sent, by, async () => null);
}

const seen = (services: Desk) => seenFile(services, GROUP_PHOTO);
const collect = (services: Desk) => services.images.collectAll(new Date(Date.now() - 60_000));

it("is kept while its settings are still being saved, however often pictures are collected", async () => {
  const services = desk();
  const settings = preceded(services.settings, "save", () => collect(services));
  for (const photo of ["a.jpg", "b.jpg"]) {
    expect((await submit({ ...services, settings }, { photo })).ok).toBe(true);
    expect(await seen(services)).toBe(photo);
  }
});

it.each([{ removePhoto: true }, { photo: "b.jpg" }])("stays when somebody else was faster: %j", async (form) => {
  const services = desk();
  await submit(services, { photo: "a.jpg" });
  const settings = preceded(services.settings, "save", async () => {
    const { version } = await services.settings.get();
    const author = { by: { id: BOB.id, name: "Bob" }, at: new Date() };
    await services.settings.save({ ...INITIAL_SETTINGS, planningYear: 2040 }, version, author);
  });
  expect(await submit({ ...services, settings }, form)).toMatchObject({ ok: false, reason: { conflict: {} } });
  await collect(services);
  expect([await keptFiles(services), (await services.keysOfFiles()).length]).toEqual([["a.jpg"], 1]);
});

it("that was replaced or taken away is kept as long as an earlier state names it, and no longer", async () => {
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

it("of an earlier state comes back, and the one that it replaces is kept", async () => {
  const services = desk();
  await submit(services, { photo: "a.jpg" });
  await submit(services, { photo: "b.jpg" }, BOB);
  const [state] = await services.settings.listRevisions();
  expect((await submit(services, { formerPhoto: state?.picture })).ok).toBe(true);
  await collect(services);
  expect(await keptFiles(services)).toEqual(["a.jpg", "b.jpg hidden"]);
});

it("is the one of whoever was first of two people who save at once; nothing is left of the other one", async () => {
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
