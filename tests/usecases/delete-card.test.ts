import { expect, it } from "vitest";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { keptFiles, prepared, seenFile } from "#tests/images/kept-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { eraseForGood } from "#usecases/recycle-bin/erase-for-good.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import { broken, desk } from "./desk.ts";

const EVENT = { collection: "evenements", id: "Fête0825" } as const satisfies PictureFolder;
const ANA = { id: "account-of-ana", name: "Ana" };
const fields = anEvent();

/** @returns stores that hold one event with its picture */
async function withEvent() {
  const services = desk();
  await services.events.create(EVENT.id, fields, null, await prepared(services, "evenements"));
  return services;
}

const shown = (services: ReturnType<typeof desk>, folder: PictureFolder = EVENT) => seenFile(services, folder);

it("moves a card and its picture into the bin together, and notes who did", async () => {
  const services = await withEvent();
  const picture = (await services.events.get(EVENT.id))?.picture;
  const key = await deleteCard(services, EVENT, ANA);
  expect(await services.events.get(EVENT.id)).toBeNull();
  expect(await shown(services)).toBeNull();
  expect(await services.bin.list()).toEqual([
    {
      ...{ key, kind: "evenement", id: EVENT.id, fields, by: ANA, at: expect.any(Date) },
      ...{ picture, thing: expect.any(String) },
    },
  ]);
  const { lines } = await services.journal.list({ by: ANA.id }, { start: 0, count: 10 });
  expect(lines).toMatchObject([{ action: "deleted", subject: "evenement", by: ANA }]);
  expect(JSON.stringify(lines)).not.toContain("Fête");
});

it("deletes a member who has no photo", async () => {
  const services = desk();
  await services.committee.create("DupontMembre", { firstName: "Ana", lastName: "Dupont", role: "Membre" });
  await deleteCard(services, { collection: "membres", id: "DupontMembre" }, null);
  expect(await services.committee.list()).toEqual([]);
});

it("takes nothing else along", async () => {
  const services = await withEvent();
  const lotto: PictureFolder = { collection: "evenements", id: "Loto1125" };
  await services.events.create(lotto.id, fields, null, await prepared(services, "evenements"));
  await deleteCard(services, EVENT, ANA);
  expect((await services.events.list()).map(({ id }) => id)).toEqual(["Loto1125"]);
  expect([...(await services.images.findAll("evenements")).keys()]).toEqual(["Loto1125"]);
});

it("leaves the whole card when the document cannot be moved, and a second try finishes the job", async () => {
  const services = await withEvent();
  const events = broken(services.events, "moveToBin");
  await expect(deleteCard({ ...services, events }, EVENT, ANA)).rejects.toThrow("panne");
  expect(await services.events.get(EVENT.id)).not.toBeNull();
  expect(await shown(services)).toBe("affiche.jpg");
  await deleteCard(services, EVENT, ANA);
  expect(await services.events.list()).toEqual([]);
  expect(await shown(services)).toBeNull();
});

it("may be asked twice for the same card, which lies in the bin once", async () => {
  const services = await withEvent();
  const keys = await Promise.all([deleteCard(services, EVENT, ANA), deleteCard(services, EVENT, null)]);
  expect(keys.filter((key) => key === null)).toHaveLength(1);
  expect(await services.bin.list()).toHaveLength(1);
  expect(await keptFiles(services)).toEqual(["affiche.jpg hidden"]);
});

it("brings everything back: address, fields, picture and earlier states", async () => {
  const services = await withEvent();
  const { version } = (await services.events.get(EVENT.id)) ?? { version: "" };
  await services.events.update(EVENT.id, { ...fields, place: "Sion" }, version, ANA);
  const before = await services.images.find(EVENT);
  const sequence = (await services.events.get(EVENT.id))?.sequence ?? 0;
  const key = (await deleteCard(services, EVENT, ANA)) ?? "";
  expect(await restore(services, key, ANA)).toEqual({ kind: "evenement", id: EVENT.id });
  expect(await services.events.get(EVENT.id)).toMatchObject({ ...fields, place: "Sion", updatedBy: ANA });
  expect((await services.events.get(EVENT.id))?.sequence).toBeGreaterThan(sequence);
  expect(await services.events.listStates(EVENT.id)).toMatchObject([{ content: fields }]);
  expect(await services.images.find(EVENT)).toEqual(before);
  expect(await services.bin.list()).toEqual([]);
  expect(await restore(services, key, ANA)).toBeNull();
});

it("gives what comes back another identifier when its own was taken meanwhile, with its picture and its states", async () => {
  const services = await withEvent();
  const key = (await deleteCard(services, EVENT, ANA)) ?? "";
  const other = await prepared(services, "evenements", "autre.jpg");
  await services.events.create(EVENT.id, { ...fields, place: "Sion" }, null, other);
  expect(await restore(services, key, ANA)).toEqual({ kind: "evenement", id: "Fête0825-2" });
  expect((await services.events.get(EVENT.id))?.place).toBe("Sion");
  expect(await shown(services)).toBe("autre.jpg");
  expect(await shown(services, { ...EVENT, id: "Fête0825-2" })).toBe("affiche.jpg");
});

it("shows a new card without the picture of the one that lies in the bin under the same identifier", async () => {
  const services = desk();
  const folder = { collection: "membres", id: "DupontMembre" } as const;
  const picture = await prepared(services, "membres", "ana.jpg");
  await services.committee.create(folder.id, { firstName: "Ana", lastName: "Dupont", role: "Membre" }, null, picture);
  await deleteCard(services, folder, null);
  await services.committee.create(folder.id, { firstName: "Zoé", lastName: "Dupont", role: "Membre" });
  expect(await shown(services, folder)).toBeNull();
  expect(await deleteCard(services, folder, null)).not.toBeNull();
  expect((await services.bin.list()).map((one) => one.picture)).toEqual([null, picture.key]);
});

it("erases for good once, with the picture; nothing comes back after that", async () => {
  const services = await withEvent();
  const key = (await deleteCard(services, EVENT, ANA)) ?? "";
  expect(await eraseForGood(services, key, ANA)).toBe("evenement");
  expect(await eraseForGood(services, key, ANA)).toBeNull();
  expect(await restore(services, key, ANA)).toBeNull();
  expect([await keptFiles(services), await services.keysOfFiles()]).toEqual([[], []]);
  expect(await services.events.listDeleted(new Date(0))).toEqual([]);
});
