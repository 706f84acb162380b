import { describe, expect, it } from "vitest";
import { aMessage } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { changePicture, type WantedPicture } from "#usecases/cards/change-picture.ts";
import {
  deleteCard,
  deleteInboxEntries,
  eraseForGood,
  purgeExpiredData,
  restoreDeleted,
} from "#usecases/recycle-bin.ts";
import { desk } from "./desk.ts";
import { ANA, BOB, type Desk, EVENT, kept, later, named, picture, seen, versionOf, withEvent } from "./posters.ts";

const deleted = async (services: Desk) => (await deleteCard(services, EVENT, ANA)) ?? "";

describe("a deleted card", () => {
  it("is in the bin with its picture, and is restored once; the journal does not name it", async () => {
    const services = await withEvent();
    const before = await services.pictures.find(EVENT);
    const key = await deleted(services);
    expect([await services.events.get(EVENT.id), await seen(services)]).toEqual([null, null]);
    const entry = { key, kind: "evenement", id: EVENT.id, fields: anEvent(), by: ANA, picture: before?.key };
    expect(await services.bin.list()).toMatchObject([entry]);
    expect(await restoreDeleted(services, key, BOB)).toEqual({ kind: "evenement", id: EVENT.id });
    expect(await services.events.get(EVENT.id)).toMatchObject({ ...anEvent(), updatedBy: BOB });
    expect(await services.pictures.find(EVENT)).toEqual(before);
    expect([await services.bin.list(), await restoreDeleted(services, key, BOB)]).toEqual([[], null]);
    expect(JSON.stringify(await services.journal.list({}, { start: 0, count: 10 }))).not.toContain("Fête");
  });

  it("is erased with its pictures after thirty days, like an inbox entry", async () => {
    const services = await withEvent();
    const card = { ...EVENT, version: await versionOf(services) };
    await changePicture(services, card, { file: await picture("neuve.jpg", 10) }, "", ANA);
    await deleted(services);
    const { entry } = await services.inbox.add(aMessage(), new Date());
    await deleteInboxEntries(services, [entry.id], null);
    expect(await purgeExpiredData(later(services, 29.9))).toBe(0);
    expect(await purgeExpiredData(later(services, 30.1))).toBe(2);
    expect(await services.bin.list()).toEqual([]);
    expect([await kept(services), await services.keysOfFiles()]).toEqual([[], []]);
  });
});

describe("a deleted card with several pictures", () => {
  const OTHER = { ...EVENT, id: "Fête0825-2" };

  const change = async (services: Desk, wanted: WantedPicture, id: string = EVENT.id) =>
    changePicture(services, { ...EVENT, id, version: await versionOf(services, id) }, wanted, "", ANA);

  /** @returns an event that had `affiche.jpg`, then `neuve.jpg`, and shows the first one again; the keys of both */
  async function withHistory() {
    const services = await withEvent();
    const first = (await named(services)) ?? "";
    await change(services, { file: await picture("neuve.jpg", 10) });
    const second = (await named(services)) ?? "";
    await change(services, { key: first });
    return { services, first, second };
  }

  const keysOf = async ({ events }: Desk, id: string) => [
    (await events.get(id))?.picture,
    ...(await events.listRevisions(id)).map((one) => one.picture),
  ];

  it("is restored with all pictures, also under another id", async () => {
    const { services, second } = await withHistory();
    const before = await keysOf(services, EVENT.id);
    const key = await deleted(services);
    const other = await prepared(services, "evenements", "autre.jpg");
    await services.events.create(EVENT.id, anEvent({ place: "Sion" }), null, other);
    expect(await restoreDeleted(services, key, ANA)).toEqual({ kind: "evenement", id: OTHER.id });
    await purgeExpiredData(later(services, 2));
    expect(await kept(services)).toEqual(["affiche.jpg", "neuve.jpg hidden", "autre.jpg"]);
    expect(await keysOf(services, OTHER.id)).toEqual(before);
    await change(services, { key: second }, OTHER.id);
    expect([await seen(services), await seen(services, OTHER)]).toEqual(["autre.jpg", "neuve.jpg"]);
  });

  it("is restored without its picture if that was deleted", async () => {
    const { services, first } = await withHistory();
    const key = await deleted(services);
    await services.documents.transaction(async (transaction) => {
      await transaction.get("pictures", first);
      transaction.delete("pictures", first);
    });
    await restoreDeleted(services, key, ANA);
    expect([await named(services), await kept(services)]).toEqual([null, ["neuve.jpg hidden"]]);
  });

  it("leaves no picture and no calendar record when it is erased, and cannot be restored after that", async () => {
    const { services } = await withHistory();
    const key = await deleted(services);
    expect(await eraseForGood(services, key, ANA)).toBe("evenement");
    expect([await eraseForGood(services, key, ANA), await restoreDeleted(services, key, ANA)]).toEqual([null, null]);
    expect([await kept(services), await services.keysOfFiles()]).toEqual([[], []]);
    expect(await services.events.listDeleted(new Date(0))).toEqual([]);
  });
});

it("revisions and journal entries are purged after twelve months", async () => {
  const services = desk();
  await services.events.create(EVENT.id, anEvent());
  await services.events.update(EVENT.id, anEvent({ place: "Sion" }), await versionOf(services), null);
  await services.journal.add({ at: new Date(), by: null, action: "changed", subject: "settings", subjectId: "" });
  const left = async () => [
    (await services.events.listRevisions(EVENT.id)).length,
    (await services.journal.list({}, { start: 0, count: 5 })).total,
  ];
  await purgeExpiredData(later(services, 360));
  expect(await left()).toEqual([1, 3]);
  await purgeExpiredData(later(services, 367));
  expect(await left()).toEqual([0, 0]);
});
