import { describe, expect, it } from "vitest";
import { PICTURE_SENTENCES } from "#domain/pictures/upload-limits.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { changePicture, type WantedPicture } from "#usecases/cards/change-picture.ts";
import { deleteCard, purgeExpiredData } from "#usecases/recycle-bin.ts";
import { broken } from "./desk.ts";
import { BOB, type Desk, EVENT, kept, later, named, picture, preceded, seen, versionOf, withEvent } from "./posters.ts";

/** Changes the picture of the current version of the event. */
const change = async (services: Desk, wanted: WantedPicture, focus = "") =>
  changePicture(services, { ...EVENT, version: await versionOf(services) }, wanted, focus, BOB);

const aFile = async () => ({ file: await picture("neuve.jpg", 10) });

/** @returns an event whose poster was changed once, and the keys of both */
async function changedOnce() {
  const services = await withEvent();
  const first = (await named(services)) ?? "";
  await change(services, await aFile());
  return { services, first, second: (await named(services)) ?? "" };
}

const statusOf = async ({ events }: Desk) => (await events.listRevisions(EVENT.id)).map((one) => one.picture);

describe("a change of the picture", () => {
  it("replaces the picture, keeps the old one in a revision, and writes a journal entry", async () => {
    const services = await withEvent();
    const first = await named(services);
    expect(await change(services, await aFile())).toEqual({ ok: true, value: { outcome: "updated", was: first } });
    expect(await seen(services)).toBe("neuve.jpg");
    expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg"]);
    expect(await statusOf(services)).toEqual([first]);
    const { entries } = await services.journal.list({ by: BOB.id }, { start: 0, count: 5 });
    expect(entries).toMatchObject([{ action: "changed", subject: "evenement", by: BOB, fields: ["picture"] }]);
  });

  it.each(["outdated", "absent"])(
    "leaves no file if the card is changed or deleted while the upload is processed, or before: %s",
    async (outcome) => {
      const services = await withEvent();
      const [version, first] = [await versionOf(services), await named(services)];
      const pictures = preceded(services.pictures, "prepare", () =>
        outcome === "absent"
          ? deleteCard(services, EVENT, null)
          : services.events.update(EVENT.id, anEvent({ place: "Sion" }), version, null),
      );
      for (const at of [{ ...services, pictures }, services])
        expect(await changePicture(at, { ...EVENT, version }, await aFile(), "", BOB)).toMatchObject({
          value: { outcome },
        });
      expect(await services.keysOfFiles()).toEqual([first]);
    },
  );

  it("is refused with an error for an invalid file, and changes nothing", async () => {
    const services = await withEvent();
    const file = { name: "lettre.pdf", bytes: new TextEncoder().encode("%PDF-1.7") };
    const reason = { errors: { image: PICTURE_SENTENCES.unreadable }, image: "unreadable" };
    expect(await change(services, { file })).toEqual({ ok: false, reason });
    expect([await kept(services), await statusOf(services)]).toEqual([["affiche.jpg"], []]);
  });

  it("can remove the picture, set no focus point without one, and restore the old one", async () => {
    const services = await withEvent();
    const first = (await named(services)) ?? "";
    const updated = (was: string | null) => ({ ok: true, value: { outcome: "updated", was } });
    expect(await change(services, { none: true })).toEqual(updated(first));
    expect(await change(services, { stays: true }, "0 10")).toEqual(updated(null));
    expect([await seen(services), await named(services)]).toEqual([null, null]);
    expect(await change(services, { key: first })).toEqual(updated(null));
    expect(await seen(services)).toBe("affiche.jpg");
  });

  it("can set another focus point, in a new picture", async () => {
    const services = await withEvent();
    const first = (await named(services)) ?? "";
    const before = await services.pictures.find(EVENT);
    expect(await change(services, { stays: true }, "0 10")).toMatchObject({ value: { outcome: "updated" } });
    expect(await services.pictures.find(EVENT)).toMatchObject({ focus: "0 10", width: 30, height: 20 });
    expect(await kept(services)).toEqual(["affiche.jpg hidden", "affiche.jpg"]);
    await change(services, { key: first });
    expect(await services.pictures.find(EVENT)).toEqual(before);
  });
});

describe("a picture of a revision", () => {
  it("must belong to this card, not to another one or to a deleted one with the same id", async () => {
    const services = await withEvent();
    const first = (await named(services)) ?? "";
    await deleteCard(services, EVENT, null);
    await services.events.create(EVENT.id, anEvent(), null, null);
    await services.events.create("Loto1125", anEvent(), null, await prepared(services, "evenements", "b.jpg"));
    for (const key of [first, (await named(services, "Loto1125")) ?? "", "../../etc/passwd", ""])
      expect([key, await change(services, { key })]).toMatchObject([key, { value: { outcome: "absent" } }]);
    expect([await named(services), await kept(services)]).toEqual([null, ["affiche.jpg hidden", "b.jpg"]]);
  });

  it("is reported as absent if it was deleted, also concurrently", async () => {
    const { services, first } = await changedOnce();
    const events = preceded(services.events, "update", async () => {
      await services.bin.pruneRevisions(new Date(Date.now() + 400 * 24 * 60 * 60 * 1000));
      await services.pictures.collect([first]);
    });
    expect(await change({ ...services, events }, { key: first })).toMatchObject({ value: { outcome: "absent" } });
    expect(await change(services, { key: first })).toMatchObject({ value: { outcome: "absent" } });
    expect(await kept(services)).toEqual(["neuve.jpg"]);
  });

  it("is deleted together with its revision", async () => {
    const { services } = await changedOnce();
    await change(services, { file: await picture("dernière.jpg", 200) });
    for (const days of [1, 300]) await purgeExpiredData(later(services, days));
    expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg hidden", "dernière.jpg"]);
    await purgeExpiredData(later(services, 367));
    expect([await kept(services), await services.keysOfFiles()]).toEqual([["dernière.jpg"], [await named(services)]]);
  });
});

describe("an error of the store", () => {
  it("before the write leaves files that are not public, and are purged a day later", async () => {
    const services = await withEvent();
    const events = broken(services.events, "update");
    await expect(change({ ...services, events }, await aFile())).rejects.toThrow("panne");
    await purgeExpiredData(services);
    expect([await kept(services), (await services.keysOfFiles()).length]).toEqual([["affiche.jpg"], 2]);
    await purgeExpiredData(later(services, 1));
    expect([await kept(services), await services.keysOfFiles()]).toEqual([["affiche.jpg"], [await named(services)]]);
  });

  it("after the write loses no picture", async () => {
    const services = await withEvent();
    const update: typeof services.events.update = async (...change) => {
      await services.events.update(...change);
      throw new Error("panne");
    };
    await expect(change({ ...services, events: { ...services.events, update } }, await aFile())).rejects.toThrow(
      "panne",
    );
    await purgeExpiredData(later(services, 1));
    expect(await seen(services)).toBe("neuve.jpg");
  });
});
