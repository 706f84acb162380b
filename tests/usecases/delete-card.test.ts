import { expect, it } from "vitest";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { keptFiles, prepared, seenFile } from "#tests/images/kept-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { eraseForGood } from "#usecases/recycle-bin/erase-for-good.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import { desk } from "./desk.ts";

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
      ...{ picture, subjectId: expect.any(String) },
    },
  ]);
  const { lines } = await services.journal.list({ by: ANA.id }, { start: 0, count: 10 });
  expect(lines).toMatchObject([{ action: "deleted", subject: "evenement", by: ANA }]);
  expect(JSON.stringify(lines)).not.toContain("Fête");
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
  expect(await services.events.listRevisions(EVENT.id)).toMatchObject([{ content: fields }]);
  expect(await services.images.find(EVENT)).toEqual(before);
  expect(await services.bin.list()).toEqual([]);
  expect(await restore(services, key, ANA)).toBeNull();
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
