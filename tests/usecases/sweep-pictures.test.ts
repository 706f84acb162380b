import { expect, it } from "vitest";
import { GROUP_PHOTO, type PictureFolder } from "#domain/pictures/stored-image.ts";
import type { Services } from "#ports/services.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { sweepPictures } from "#usecases/sweep-pictures.ts";
import { desk } from "./desk.ts";

const EVENT: PictureFolder = { collection: "evenements", id: "Fête0825" };
const ANA: PictureFolder = { collection: "membres", id: "DupontMembre" };
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
    await stores.evenements.create(EVENT.id, anEvenement());
    await stores.membres.create(ANA.id, { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" });
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

it("brings pictures back when the process died before it had deleted their card", async () => {
  const { images, sweep, cards } = await withPictures();
  await cards();
  await images.setAside(EVENT);
  await images.setAside(ANA);
  await sweep(0);
  expect((await images.findLast(EVENT))?.path).toBe("evenements/Fête0825/a.jpg");
  expect((await images.findLast(ANA))?.path).toBe("membres/DupontMembre/a.jpg");
});

it("removes pictures at once when the process died after it had deleted their card", async () => {
  const { images, sweep } = await withPictures();
  await images.setAside(EVENT);
  await sweep(0);
  expect(await images.listFolders("evenements")).toEqual([]);
  expect(await images.findLast(ANA)).not.toBeNull();
});

it("leaves the group photo alone, and finishes taking it away when the process died in the middle", async () => {
  const { images, sweep } = await withPictures();
  await images.save(GROUP_PHOTO, { name: "bande.jpg", bytes: await jpeg(300, 200) });
  await sweep(120);
  expect((await images.findLast(GROUP_PHOTO))?.path).toBe("accueil/groupe/bande.jpg");
  await images.setAside(GROUP_PHOTO);
  await sweep(0);
  expect(await images.listFolders("accueil")).toEqual([]);
});

it("may run again and again", async () => {
  const { images, sweep, cards } = await withPictures();
  await cards();
  await Promise.all([sweep(120), sweep(120)]);
  await sweep(120);
  expect(await images.findLast(EVENT)).not.toBeNull();
});
