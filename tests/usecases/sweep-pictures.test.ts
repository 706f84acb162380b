import { expect, it } from "vitest";
import { GROUP_PHOTO, type PictureFolder } from "#domain/pictures/stored-image.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { sweepPictures } from "#usecases/pictures/sweep-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import type { Services } from "#usecases/services.ts";
import { desk } from "./desk.ts";

const EVENT = { collection: "evenements", id: "Fête0825" } as const satisfies PictureFolder;
const ANA = { collection: "membres", id: "DupontMembre" } as const satisfies PictureFolder;
const MINUTE = 60_000;

/** @returns stores that hold two pictures without a card, and `sweep`, which tidies up some minutes from now */
async function withPictures() {
  const stores = desk();
  for (const folder of [EVENT, ANA]) await stores.images.save(folder, { name: "a.jpg", bytes: await jpeg(300, 200) });
  const sweep = (minutes: number, delayMs?: number) => {
    const clock = { now: () => new Date(Date.now() + minutes * MINUTE) };
    const services: Partial<Services> = { ...stores, clock };
    return sweepPictures(services as Services, delayMs);
  };
  const cards = async () => {
    await stores.evenements.create(EVENT.id, anEvent());
    await stores.membres.create(ANA.id, { firstName: "Ana", lastName: "Dupont", role: "Membre" });
  };
  return { ...stores, sweep, cards };
}

it("leaves pictures alone that have their card", async () => {
  const { images, sweep, cards } = await withPictures();
  await cards();
  await sweep(120);
  expect((await images.findLast(EVENT))?.path).toBe("evenements/Fête0825/a.jpg");
  expect((await images.findLast(ANA))?.path).toBe("membres/DupontMembre/a.jpg");
});

it("asks no more of the bin for many cards than for one, and nothing for what visitors sent", async () => {
  const { bin, images, evenements, membres, sweep, cards, ...stores } = await withPictures();
  await cards();
  const asked: string[] = [];
  const counted = new Proxy(bin, {
    get(target, name, receiver) {
      asked.push(String(name));
      return Reflect.get(target, name, receiver);
    },
  });
  const readsOfOneSweep = async () => {
    asked.length = 0;
    await sweepPictures({ ...stores, bin: counted, images, evenements, membres });
    return [...asked];
  };
  const before = await readsOfOneSweep();
  expect(new Set(before)).toEqual(new Set(["listPictures"]));
  for (const id of ["A0825", "B0825", "C0825"]) {
    await images.save({ collection: "evenements", id }, { name: "a.jpg", bytes: await jpeg(30, 20) });
    await evenements.create(id, anEvent());
  }
  expect(await readsOfOneSweep()).toEqual(before);
});

it("removes pictures whose card was never written, but not while an upload may be under way", async () => {
  const { images, sweep } = await withPictures();
  await sweep(59);
  expect(await images.findLast(EVENT)).not.toBeNull();
  await sweep(61);
  expect(await images.listFolders("evenements")).toEqual([]);
  expect(await images.listFolders("membres")).toEqual([]);
});

it("removes pictures whose card was never written at once while nobody can upload", async () => {
  const { images, sweep } = await withPictures();
  await sweep(0, 0);
  expect(await images.listFolders("evenements")).toEqual([]);
  expect(await images.listFolders("membres")).toEqual([]);
});

it("shows pictures again when the process died after their card came back", async () => {
  const stores = await withPictures();
  const { images, sweep, cards, evenements } = stores;
  await cards();
  const key = (await deleteCard(stores, EVENT, null)) ?? "";
  expect(await images.findLast(EVENT)).toBeNull();
  await evenements.restore(key, EVENT.id, null);
  await sweep(120);
  expect((await images.findLast(EVENT))?.path).toBe("evenements/Fête0825/a.jpg");
  expect((await images.findLast(ANA))?.path).toBe("membres/DupontMembre/a.jpg");
});

it("never shows what was erased on the card that has its identifier now, and removes it when the process died before", async () => {
  const stores = await withPictures();
  const { images, sweep, cards, membres, bin } = stores;
  await cards();
  const key = (await deleteCard(stores, ANA, null)) ?? "";
  await membres.create(ANA.id, { firstName: "Zoé", lastName: "Dupont", role: "Membre" });
  await bin.erase(key);
  await sweep(0);
  expect(await images.findLast(ANA)).toBeNull();
  await deleteCard(stores, ANA, null);
  expect((await bin.list())[0]?.pictures).toEqual([]);
  await sweep(120);
  expect(await images.listKept(ANA)).toEqual([]);
});

it("hides what lies in the bin when the process died before that, and removes it once it is erased", async () => {
  const stores = await withPictures();
  const { images, sweep, cards, evenements, bin } = stores;
  await cards();
  const { version = "" } = (await evenements.get(EVENT.id)) ?? {};
  const pictures = ["evenements/Fête0825/a.jpg"];
  await evenements.moveToBin(EVENT.id, version, { key: "k".repeat(32), at: new Date(), by: null, pictures });
  await sweep(120);
  expect(await images.listKept(EVENT)).toMatchObject([{ hidden: true }]);
  await bin.erase("k".repeat(32));
  await sweep(120);
  expect(await images.listFolders("evenements")).toEqual([]);
  expect(await images.findLast(ANA)).not.toBeNull();
});

it("leaves the group photo alone, and removes a former one that no earlier state names any more", async () => {
  const { images, sweep, settings } = await withPictures();
  const save = async (name: string) => {
    const image = await images.save(GROUP_PHOTO, { name, bytes: await jpeg(300, 200) });
    const { version, lastSave: _, photo = null, ...rest } = await settings.get();
    const is = image.ok ? image.value.path : null;
    const author = { by: { id: "account-of-ana", name: "Ana" }, at: new Date(Date.now() + 1) };
    await settings.save(rest, version, author, { was: photo, is });
  };
  await save("a.jpg");
  await save("b.jpg");
  await sweep(120);
  expect(await images.listKept(GROUP_PHOTO)).toMatchObject([{ hidden: true }, { hidden: false }]);
  await settings.pruneStates(new Date(Date.now() + 400 * 24 * 60 * MINUTE));
  await sweep(120);
  expect((await images.findLast(GROUP_PHOTO))?.path).toBe("accueil/groupe/b.jpg");
  expect(await images.listKept(GROUP_PHOTO)).toHaveLength(1);
});

it("may run again and again", async () => {
  const { images, sweep, cards } = await withPictures();
  await cards();
  await Promise.all([sweep(120), sweep(120)]);
  await sweep(120);
  expect(await images.findLast(EVENT)).not.toBeNull();
});
