import { expect, it } from "vitest";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { sweepPictures } from "#usecases/pictures/sweep-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { eraseForGood } from "#usecases/recycle-bin/erase-for-good.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import { broken, desk } from "./desk.ts";

const EVENT = { collection: "evenements", id: "Fête0825" } as const satisfies PictureFolder;
const ANA = { id: "account-of-ana", name: "Ana" };
const POSTER = "evenements/Fête0825/affiche.jpg";
const fields = anEvent();

/** @returns stores that hold one event with its picture */
async function withEvent() {
  const services = desk();
  await services.images.save(EVENT, { name: "affiche.jpg", bytes: await jpeg(300, 200) });
  await services.evenements.create(EVENT.id, fields);
  return services;
}

const shownPath = async ({ images }: ReturnType<typeof desk>, folder: PictureFolder = EVENT) =>
  (await images.findLast(folder))?.path ?? null;

it("moves a card and its picture into the bin together, and notes who did", async () => {
  const services = await withEvent();
  const key = await deleteCard(services, EVENT, ANA);
  expect(await services.evenements.get(EVENT.id)).toBeNull();
  expect(await shownPath(services)).toBeNull();
  expect(await services.bin.list()).toEqual([
    {
      ...{ key, kind: "evenement", id: EVENT.id, fields, by: ANA, at: expect.any(Date) },
      ...{ pictures: [POSTER], picture: POSTER, thing: expect.any(String) },
    },
  ]);
  const { lines } = await services.journal.list({ by: ANA.id }, { start: 0, count: 10 });
  expect(lines).toMatchObject([{ action: "deleted", subject: "evenement", by: ANA }]);
  expect(JSON.stringify(lines)).not.toContain("Fête");
});

it("deletes a member who has no photo", async () => {
  const services = desk();
  await services.membres.create("DupontMembre", { firstName: "Ana", lastName: "Dupont", role: "Membre" });
  await deleteCard(services, { collection: "membres", id: "DupontMembre" }, null);
  expect(await services.membres.list()).toEqual([]);
});

it("takes nothing else along", async () => {
  const services = await withEvent();
  const lotto: PictureFolder = { collection: "evenements", id: "Loto1125" };
  await services.images.save(lotto, { name: "affiche.jpg", bytes: await jpeg(300, 200) });
  await services.evenements.create(lotto.id, fields);
  await deleteCard(services, EVENT, ANA);
  expect((await services.evenements.list()).map(({ id }) => id)).toEqual(["Loto1125"]);
  expect([...(await services.images.findLastOfEach("evenements")).keys()]).toEqual(["Loto1125"]);
});

it("leaves the whole card when the document cannot be moved, and a second try finishes the job", async () => {
  const services = await withEvent();
  const evenements = broken(services.evenements, "moveToBin");
  await expect(deleteCard({ ...services, evenements }, EVENT, ANA)).rejects.toThrow("panne");
  expect(await services.evenements.get(EVENT.id)).not.toBeNull();
  expect(await shownPath(services)).toBe(POSTER);
  await deleteCard(services, EVENT, ANA);
  expect(await services.evenements.list()).toEqual([]);
  expect(await shownPath(services)).toBeNull();
});

it("has deleted the card also when its picture cannot be hidden yet, says so, and the sweep goes on", async () => {
  const services = await withEvent();
  const faults: unknown[] = [];
  const images = broken(services.images, "setHidden");
  expect(await deleteCard({ ...services, images }, EVENT, ANA, (fault) => faults.push(fault))).not.toBeNull();
  expect(faults).toHaveLength(1);
  await sweepPictures(services);
  expect(await shownPath(services)).toBeNull();
  expect(await services.images.listKept(EVENT)).toMatchObject([{ path: POSTER, hidden: true }]);
});

it("may be asked twice for the same card, which lies in the bin once", async () => {
  const services = await withEvent();
  const keys = await Promise.all([deleteCard(services, EVENT, ANA), deleteCard(services, EVENT, null)]);
  expect(keys.filter((key) => key === null)).toHaveLength(1);
  expect(await services.bin.list()).toHaveLength(1);
  expect((await services.bin.list())[0]?.pictures).toEqual([POSTER]);
});

it("brings everything back: address, fields, picture and earlier states", async () => {
  const services = await withEvent();
  const { version } = (await services.evenements.get(EVENT.id)) ?? { version: "" };
  await services.evenements.update(EVENT.id, { ...fields, place: "Sion" }, version, ANA);
  const before = await services.images.findLast(EVENT);
  const sequence = (await services.evenements.get(EVENT.id))?.sequence ?? 0;
  const key = (await deleteCard(services, EVENT, ANA)) ?? "";
  expect(await restore(services, key, ANA)).toEqual({ kind: "evenement", id: EVENT.id });
  expect(await services.evenements.get(EVENT.id)).toMatchObject({ ...fields, place: "Sion", updatedBy: ANA });
  expect((await services.evenements.get(EVENT.id))?.sequence).toBeGreaterThan(sequence);
  expect(await services.evenements.listStates(EVENT.id)).toMatchObject([{ content: fields }]);
  expect(await services.images.findLast(EVENT)).toEqual(before);
  expect(await services.bin.list()).toEqual([]);
  expect(await restore(services, key, ANA)).toBeNull();
});

it("gives what comes back another identifier when its own was taken meanwhile, with a picture of its own", async () => {
  const services = await withEvent();
  const key = (await deleteCard(services, EVENT, ANA)) ?? "";
  await services.images.save(EVENT, { name: "autre.jpg", bytes: await jpeg(200, 300, 200) });
  await services.evenements.create(EVENT.id, { ...fields, place: "Sion" });
  expect(await restore(services, key, ANA)).toEqual({ kind: "evenement", id: "Fête0825-2" });
  expect((await services.evenements.get(EVENT.id))?.place).toBe("Sion");
  expect(await shownPath(services)).toBe("evenements/Fête0825/autre.jpg");
  expect(await shownPath(services, { ...EVENT, id: "Fête0825-2" })).toBe("evenements/Fête0825-2/affiche.jpg");
  expect(await services.images.listKept(EVENT)).toHaveLength(1);
});

it("shows a new card without the picture of the one that lies in the bin under the same identifier", async () => {
  const services = desk();
  const folder = { collection: "membres", id: "DupontMembre" } as const;
  await services.images.save(folder, { name: "ana.jpg", bytes: await jpeg(300, 200) });
  await services.membres.create(folder.id, { firstName: "Ana", lastName: "Dupont", role: "Membre" });
  await deleteCard(services, folder, null);
  await services.membres.create(folder.id, { firstName: "Zoé", lastName: "Dupont", role: "Membre" });
  await sweepPictures(services, 0);
  expect(await shownPath(services, folder)).toBeNull();
  expect(await deleteCard(services, folder, null)).not.toBeNull();
  expect((await services.bin.list()).map(({ pictures }) => pictures)).toContainEqual([]);
  expect((await services.bin.list()).map(({ pictures }) => pictures)).toContainEqual(["membres/DupontMembre/ana.jpg"]);
});

it("erases for good once, with the picture; nothing comes back after that", async () => {
  const services = await withEvent();
  const key = (await deleteCard(services, EVENT, ANA)) ?? "";
  expect(await eraseForGood(services, key, ANA)).toBe("evenement");
  expect(await eraseForGood(services, key, ANA)).toBeNull();
  expect(await restore(services, key, ANA)).toBeNull();
  expect(await services.images.listKept(EVENT)).toEqual([]);
  expect(await services.evenements.listDeleted(new Date(0))).toEqual([]);
});
