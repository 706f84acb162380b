import { describe, expect, it } from "vitest";
import { PICTURE_SENTENCES } from "#domain/pictures/picture-refusals.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { changePicture, type WantedPicture } from "#usecases/cards/change-picture.ts";
import { sweepPictures } from "#usecases/pictures/sweep-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { forgetThePast } from "#usecases/recycle-bin/forget-the-past.ts";
import { broken, desk } from "./desk.ts";
import { BOB, type Desk, EVENT, kept, later, picture, preceded, seen, versionOf, withEvent } from "./posters.ts";

const POSTER = "evenements/Fête0825/affiche.jpg";
const NEW = "evenements/Fête0825/neuve.jpg";

/** Changes the picture of the event as somebody who has just opened it. */
const change = async (services: Desk, wanted: WantedPicture, focus = "") =>
  changePicture(services, { ...EVENT, version: await versionOf(services) }, wanted, focus, BOB);

const aFile = async () => ({ file: await picture("neuve.jpg", 10) });

/** @returns an event whose poster was changed once */
async function changedOnce() {
  const services = await withEvent();
  await change(services, await aFile());
  return services;
}

const named = async ({ evenements }: Desk) => (await evenements.get(EVENT.id))?.picture;
const statesOf = async ({ evenements }: Desk) => (await evenements.listStates(EVENT.id)).map((one) => one.picture);

describe("another picture", () => {
  it("takes the place of the old one, which stays among the earlier states, and leaves a line", async () => {
    const services = await withEvent();
    const outcome = await change(services, await aFile());
    expect(outcome).toEqual({ ok: true, value: { outcome: "updated", was: POSTER } });
    expect([await seen(services), await named(services)]).toEqual(["neuve.jpg", NEW]);
    expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg"]);
    expect(await statesOf(services)).toEqual([POSTER]);
    const { lines } = await services.journal.list({ by: BOB.id }, { start: 0, count: 5 });
    expect(lines).toMatchObject([{ action: "changed", subject: "evenement", by: BOB }]);
  });

  it.each([true, false])(
    "is hidden until the event names it, and at no moment is there none (named: %j)",
    async (is) => {
      const services = await withEvent({}, is);
      const looks: string[] = [];
      const look = async () => looks.push(`${await seen(services)} of ${await kept(services)}`);
      const watched = {
        ...services,
        images: preceded(preceded(services.images, "setHidden", look), "listKept", look),
        evenements: preceded(services.evenements, "update", look),
      };
      await change(watched, await aFile());
      await look();
      expect([...new Set(looks)]).toEqual([
        ...(is ? [] : ["affiche.jpg of affiche.jpg"]),
        "affiche.jpg of affiche.jpg,neuve.jpg hidden",
        "neuve.jpg of affiche.jpg,neuve.jpg",
        "neuve.jpg of affiche.jpg hidden,neuve.jpg",
      ]);
    },
  );

  it("is a member's as well", async () => {
    const services = desk();
    const card = { collection: "membres", id: "DupontMembre" } as const;
    await services.membres.create(card.id, { firstName: "Ana", lastName: "Dupont", role: "Membre" });
    const version = (await services.membres.get(card.id))?.version ?? "";
    const outcome = await changePicture(services, { ...card, version }, await aFile(), "5 2", BOB);
    expect(outcome).toEqual({ ok: true, value: { outcome: "updated", was: null } });
    expect(await services.images.findLast(card)).toMatchObject({
      path: "membres/DupontMembre/neuve.jpg",
      focus: "5 2",
    });
    expect(await services.membres.get(card.id)).toMatchObject({ firstName: "Ana", updatedBy: BOB });
  });

  it("leaves nothing behind when somebody else has changed the card before", async () => {
    const services = await withEvent();
    const version = await versionOf(services);
    await services.evenements.update(EVENT.id, anEvent({ place: "Sion" }), version, null);
    const outcome = await changePicture(services, { ...EVENT, version }, await aFile(), "", BOB);
    expect(outcome).toEqual({ ok: true, value: { outcome: "outdated", was: POSTER } });
    expect(await kept(services)).toEqual(["affiche.jpg"]);
  });

  it("leaves nothing behind when somebody else changes the card while it is being made", async () => {
    const services = await withEvent();
    const version = await versionOf(services);
    const work = () => services.evenements.update(EVENT.id, anEvent({ place: "Sion" }), version, null);
    const outcome = await change({ ...services, images: preceded(services.images, "save", work) }, await aFile());
    expect(outcome).toMatchObject({ value: { outcome: "outdated" } });
    expect([await kept(services), await named(services)]).toEqual([["affiche.jpg"], POSTER]);
  });

  it.each(["before", "while"])("leaves nothing behind when the card is deleted %s it is being made", async (when) => {
    const services = await withEvent();
    const version = await versionOf(services);
    const remove = () => deleteCard(services, EVENT, null);
    if (when === "before") await remove();
    const images = when === "while" ? preceded(services.images, "save", remove) : services.images;
    const outcome = await changePicture({ ...services, images }, { ...EVENT, version }, await aFile(), "", BOB);
    expect(outcome).toMatchObject({ value: { outcome: "absent" } });
    expect(await kept(services)).toEqual(["affiche.jpg hidden"]);
  });

  it("is refused with a sentence when the file is no picture, and all stays as it was", async () => {
    const services = await withEvent();
    const file = { name: "lettre.pdf", bytes: new TextEncoder().encode("%PDF-1.7") };
    expect(await change(services, { file })).toEqual({
      ok: false,
      reason: { errors: { image: PICTURE_SENTENCES.unreadable }, image: "unreadable" },
    });
    expect([await kept(services), await statesOf(services)]).toEqual([["affiche.jpg"], []]);
  });

  it("is no picture at all where that is wanted, and the old one comes back", async () => {
    const services = await withEvent();
    expect(await change(services, { none: true })).toMatchObject({ value: { outcome: "updated", was: POSTER } });
    expect([await seen(services), await named(services)]).toEqual([null, null]);
    expect(await change(services, { path: POSTER })).toMatchObject({ value: { outcome: "updated", was: null } });
    expect(await seen(services)).toBe("affiche.jpg");
  });

  it("is the same one with another point, and the one before stays as it was", async () => {
    const services = await withEvent();
    expect(await change(services, { stays: true }, "0 10")).toMatchObject({ value: { outcome: "updated" } });
    expect(await services.images.findLast(EVENT)).toMatchObject({ focus: "0 10", width: 30, height: 20 });
    expect(await kept(services)).toEqual(["affiche.jpg hidden", "affiche-2.jpg"]);
    await change(services, { path: POSTER });
    expect(await services.images.findLast(EVENT)).toMatchObject({ path: POSTER, focus: "" });
  });

  it("stays none when there is none to set a point on", async () => {
    const services = await withEvent();
    await change(services, { none: true });
    expect(await change(services, { stays: true }, "0 10")).toMatchObject({ value: { outcome: "updated", was: null } });
    expect(await seen(services)).toBeNull();
  });
});

describe("a picture of before", () => {
  it("is seen again, and the one that it replaces can come back too", async () => {
    const services = await changedOnce();
    await change(services, { path: POSTER });
    expect([await seen(services), await kept(services)]).toEqual(["affiche.jpg", ["affiche.jpg", "neuve.jpg hidden"]]);
    await change(services, { path: NEW });
    expect([await seen(services), await kept(services)]).toEqual(["neuve.jpg", ["affiche.jpg hidden", "neuve.jpg"]]);
  });

  it("is one of this very card, and neither of another one nor of one that was deleted under its identifier", async () => {
    const services = await withEvent();
    await deleteCard(services, EVENT, null);
    await services.evenements.create(EVENT.id, anEvent(), null, null);
    await services.images.save({ ...EVENT, id: "Loto1125" }, await picture("affiche.jpg"));
    for (const path of [POSTER, "evenements/Loto1125/affiche.jpg", "../../etc/passwd", ""])
      expect([path, await change(services, { path })]).toMatchObject([path, { value: { outcome: "absent" } }]);
    expect([await named(services), await kept(services)]).toEqual([null, ["affiche.jpg hidden"]]);
  });

  it("is 'absent' when it is not kept any more", async () => {
    const services = await changedOnce();
    await services.images.remove(POSTER);
    expect(await change(services, { path: POSTER })).toMatchObject({ value: { outcome: "absent" } });
    expect(await seen(services)).toBe("neuve.jpg");
  });

  it("stays as long as an earlier state names it, and goes with that", async () => {
    const services = await changedOnce();
    await change(services, { file: await picture("dernière.jpg", 200) });
    for (const days of [1, 300]) await sweepPictures(later(services, days));
    await sweepPictures(services, 0);
    expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg hidden", "dernière.jpg"]);
    await forgetThePast(later(services, 367));
    await sweepPictures(later(services, 367));
    expect(await kept(services)).toEqual(["dernière.jpg"]);
  });

  it("goes with the oldest of more than twenty states", async () => {
    const services = await changedOnce();
    for (let i = 0; i < 21; i++) {
      const fields = anEvent({ place: `Halle ${i}` });
      await changeCard(services, { ...EVENT, fields, version: await versionOf(services) }, i % 2 ? BOB : null);
    }
    await sweepPictures(later(services, 1));
    expect(await kept(services)).toEqual(["neuve.jpg"]);
  });
});

describe("a crash", () => {
  it.each([0, undefined])("after the write is mended by the sweep, at start and hourly (%j)", async (delayMs) => {
    const services = await withEvent();
    const faults: unknown[] = [];
    const images = broken(services.images, "setHidden");
    const card = { ...EVENT, version: await versionOf(services) };
    const report = (fault: unknown) => faults.push(fault);
    expect(await changePicture({ ...services, images }, card, await aFile(), "", BOB, report)).toMatchObject({
      ok: true,
    });
    expect([await seen(services), faults.length]).toEqual(["affiche.jpg", 1]);
    await sweepPictures(services, delayMs);
    expect([await seen(services), await kept(services)]).toEqual(["neuve.jpg", ["affiche.jpg hidden", "neuve.jpg"]]);
  });

  it("before the write leaves a picture that nobody sees, and that goes with the sweep", async () => {
    const services = await withEvent();
    const evenements = broken(services.evenements, "update");
    await expect(change({ ...services, evenements }, await aFile())).rejects.toThrow("panne");
    await sweepPictures(services);
    expect([await seen(services), await kept(services)]).toEqual(["affiche.jpg", ["affiche.jpg", "neuve.jpg hidden"]]);
    await sweepPictures(services, 0);
    expect(await kept(services)).toEqual(["affiche.jpg"]);
  });

  it("of the way back of the answer loses no picture: the write has gone through", async () => {
    const services = await withEvent();
    const evenements = {
      ...services.evenements,
      async update(...change: Parameters<typeof services.evenements.update>) {
        await services.evenements.update(...change);
        throw new Error("panne");
      },
    };
    await expect(change({ ...services, evenements }, await aFile())).rejects.toThrow("panne");
    await sweepPictures(services);
    expect([await seen(services), await named(services)]).toEqual(["neuve.jpg", NEW]);
  });
});
