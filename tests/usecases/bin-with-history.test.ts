/** Cards whose picture was changed go into the bin, come back and are erased with all the pictures of before. */
import { expect, it } from "vitest";
import { anEvent } from "#tests/event-of-a-month.ts";
import { changePicture, type WantedPicture } from "#usecases/cards/change-picture.ts";
import { sweepPictures } from "#usecases/pictures/sweep-pictures.ts";
import { deleteCard } from "#usecases/recycle-bin/delete-card.ts";
import { eraseForGood } from "#usecases/recycle-bin/erase-for-good.ts";
import { forgetThePast } from "#usecases/recycle-bin/forget-the-past.ts";
import { restore } from "#usecases/recycle-bin/restore.ts";
import { broken } from "./desk.ts";
import { ANA, type Desk, EVENT, kept, later, picture, seen, versionOf, withEvent } from "./posters.ts";

const OTHER = { ...EVENT, id: "Fête0825-2" };

const change = async (services: Desk, wanted: WantedPicture, id: string = EVENT.id) =>
  changePicture(services, { ...EVENT, id, version: await versionOf(services, id) }, wanted, "", ANA);

/** @returns an event that had `affiche.jpg`, then `neuve.jpg`, and shows the first one again */
async function withHistory(): Promise<Desk> {
  const services = await withEvent();
  await change(services, { file: await picture("neuve.jpg", 10) });
  await change(services, { path: "evenements/Fête0825/affiche.jpg" });
  return services;
}

const deleted = async (services: Desk) => (await deleteCard(services, EVENT, ANA)) ?? "";
const pathsOf = async ({ evenements }: Desk, id: string) => [
  (await evenements.get(id))?.picture,
  ...(await evenements.listStates(id)).map((one) => one.picture),
];

it("names them all in the bin, and which one was shown, though it is not the last one", async () => {
  const services = await withHistory();
  await deleted(services);
  expect(await services.bin.list()).toMatchObject([
    {
      pictures: ["evenements/Fête0825/affiche.jpg", "evenements/Fête0825/neuve.jpg"],
      picture: "evenements/Fête0825/affiche.jpg",
    },
  ]);
  for (const days of [0, 20]) await sweepPictures(later(services, days), 0);
  expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg hidden"]);
});

it("shows the same one again when it is restored, and the one of before can still come back", async () => {
  const services = await withHistory();
  await restore(services, await deleted(services), ANA);
  await sweepPictures(services, 0);
  expect(await kept(services)).toEqual(["affiche.jpg", "neuve.jpg hidden"]);
  expect(await change(services, { path: "evenements/Fête0825/neuve.jpg" })).toMatchObject({
    value: { outcome: "updated" },
  });
  expect(await seen(services)).toBe("neuve.jpg");
});

it("gives them to another identifier, where card and earlier states name them, and leaves none behind", async () => {
  const services = await withHistory();
  const before = await pathsOf(services, EVENT.id);
  const key = await deleted(services);
  await services.images.save(EVENT, await picture("autre.jpg", 200));
  await services.evenements.create(EVENT.id, anEvent({ place: "Sion" }), null, "evenements/Fête0825/autre.jpg");
  expect(await restore(services, key, ANA)).toEqual({ kind: "evenement", id: OTHER.id });
  await sweepPictures(services, 0);
  expect([await kept(services), await kept(services, OTHER)]).toEqual([
    ["autre.jpg"],
    ["affiche.jpg", "neuve.jpg hidden"],
  ]);
  expect(await pathsOf(services, OTHER.id)).toEqual(before.map((path) => path?.replace(EVENT.id, OTHER.id)));
  await change(services, { path: "evenements/Fête0825-2/neuve.jpg" }, OTHER.id);
  expect(await seen(services, OTHER)).toBe("neuve.jpg");
});

it("restores what is left when a picture of before has been lost", async () => {
  const services = await withHistory();
  const key = await deleted(services);
  await services.images.remove("evenements/Fête0825/neuve.jpg");
  await services.evenements.create(EVENT.id, anEvent(), null, null);
  await restore(services, key, ANA);
  expect([await kept(services, OTHER), await kept(services)]).toEqual([["affiche.jpg"], []]);
});

it("has nothing left when it is erased, by hand or by time", async () => {
  for (const erase of [
    async (services: Desk, key: string) => eraseForGood(services, key, ANA),
    async (services: Desk) => forgetThePast(later(services, 31)),
  ]) {
    const services = await withHistory();
    await erase(services, await deleted(services));
    expect(await services.images.listKept(EVENT)).toEqual([]);
  }
});

it("is mended by the sweep when a crash cuts short what hides or shows them", async () => {
  const services = await withHistory();
  const images = broken(services.images, "setHidden");
  const key = (await deleteCard({ ...services, images }, EVENT, ANA)) ?? "";
  await sweepPictures(services);
  expect(await kept(services)).toEqual(["affiche.jpg hidden", "neuve.jpg hidden"]);
  await restore({ ...services, images }, key, ANA);
  await sweepPictures(services);
  expect(await kept(services)).toEqual(["affiche.jpg", "neuve.jpg hidden"]);
});

it("costs the sweep one look at the states of each card that has pictures of before, and none of others", async () => {
  const services = await withHistory();
  for (const id of ["A0825", "B0825"]) {
    const saved = await services.images.save({ ...EVENT, id }, await picture("a.jpg"));
    await services.evenements.create(id, anEvent(), null, saved.ok ? saved.value.path : null);
  }
  const asked: string[] = [];
  const watched = <Store extends object>(store: Store): Store =>
    new Proxy(store, {
      get(target, name, receiver) {
        asked.push(String(name));
        return Reflect.get(target, name, receiver);
      },
    });
  const { evenements, bin } = services;
  await sweepPictures({ ...services, evenements: watched(evenements), bin: watched(bin) });
  expect(asked.filter((name) => name !== "listPictures")).toEqual(["list", "listStates"]);
  expect(asked.length).toBeLessThan(8);
});
