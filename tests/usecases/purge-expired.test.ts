import { expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { keptFiles, prepared } from "#tests/images/kept-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { deleteEntry } from "#usecases/recycle-bin/delete-entry.ts";
import { purgeExpired } from "#usecases/recycle-bin/purge-expired.ts";
import { desk } from "./desk.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const FOLDER = { collection: "evenements", id: "Fête0825" } as const;
const MESSAGE = { name: "Ana", email: "ana@exemple.ch", subject: "Loto", message: "À quelle heure ?" };

/** @returns a desk, and the same at the same hour so many days later */
function deskInTime() {
  const services = desk();
  return { services, later: (days: number) => ({ ...services, clock: at(days) }) };
}

const at = (days: number) => ({ now: () => new Date(Date.now() + days * DAY_MS) });

it("keeps what lies in the bin for thirty days, and erases it then with its picture", async () => {
  const { services, later } = deskInTime();
  await services.events.create(FOLDER.id, anEvent(), null, await prepared(services, "evenements"));
  await deleteCard(services, FOLDER, null);
  const { entry } = await services.inbox.add({ type: "message", content: MESSAGE }, new Date());
  await deleteEntry(services, entry, null);
  expect(await purgeExpired(later(29.9))).toBe(0);
  expect(await purgeExpired(later(30.1))).toBe(2);
  expect(await services.bin.list()).toEqual([]);
  expect([await keptFiles(services), await services.keysOfFiles()]).toEqual([[], []]);
});

it("forgets earlier states and lines of the journal after twelve months", async () => {
  const { services, later } = deskInTime();
  await services.events.create(FOLDER.id, anEvent());
  const { version = "" } = (await services.events.get(FOLDER.id)) ?? {};
  await services.events.update(FOLDER.id, anEvent({ place: "Sion" }), version, null);
  await services.journal.add({ at: new Date(), by: null, action: "changed", subject: "settings", subjectId: "" });
  const left = async () => [
    (await services.events.listRevisions(FOLDER.id)).length,
    (await services.journal.list({}, { start: 0, count: 5 })).total,
  ];
  await purgeExpired(later(360));
  expect(await left()).toEqual([1, 3]);
  await purgeExpired(later(367));
  expect(await left()).toEqual([0, 0]);
});
