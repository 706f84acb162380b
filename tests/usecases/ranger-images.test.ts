import { expect, it } from "vitest";
import { type Dossier, PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import type { Services } from "#ports/services.ts";
import { unEvenement } from "#tests/evenements.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { rangerImages } from "#usecases/ranger-images.ts";
import { desk } from "./desk.ts";

const FETE: Dossier = { collection: "evenements", id: "Fête0825" };
const ANA: Dossier = { collection: "membres", id: "DupontMembre" };
const MINUTE = 60_000;

/** @returns stores that hold two pictures without a card, and `ranger`, which tidies up some minutes from now */
async function withPictures() {
  const stores = desk();
  for (const dossier of [FETE, ANA]) await stores.images.save(dossier, { nom: "a.jpg", octets: await jpeg(300, 200) });
  const ranger = (minutes: number, delaiMs?: number) => {
    const clock = { now: () => new Date(Date.now() + minutes * MINUTE) };
    const services: Partial<Services> = { ...stores, clock };
    return rangerImages(services as Services, delaiMs);
  };
  const cards = async () => {
    await stores.evenements.create(FETE.id, unEvenement());
    await stores.membres.create(ANA.id, { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" });
  };
  return { ...stores, ranger, cards };
}

it("leaves pictures alone that have their card", async () => {
  const { images, ranger, cards } = await withPictures();
  await cards();
  await ranger(120);
  expect((await images.last(FETE))?.path).toBe("evenements/Fête0825/a.jpg");
  expect((await images.last(ANA))?.path).toBe("membres/DupontMembre/a.jpg");
});

it("removes pictures whose card was never written, but not while an upload may be under way", async () => {
  const { images, ranger } = await withPictures();
  await ranger(59);
  expect(await images.last(FETE)).not.toBeNull();
  await ranger(61);
  expect(await images.folders("evenements")).toEqual([]);
  expect(await images.folders("membres")).toEqual([]);
});

it("removes pictures whose card was never written at once while nobody can upload", async () => {
  const { images, ranger } = await withPictures();
  await ranger(0, 0);
  expect(await images.folders("evenements")).toEqual([]);
  expect(await images.folders("membres")).toEqual([]);
});

it("brings pictures back when the process died before it had deleted their card", async () => {
  const { images, ranger, cards } = await withPictures();
  await cards();
  await images.setAside(FETE);
  await images.setAside(ANA);
  await ranger(0);
  expect((await images.last(FETE))?.path).toBe("evenements/Fête0825/a.jpg");
  expect((await images.last(ANA))?.path).toBe("membres/DupontMembre/a.jpg");
});

it("removes pictures at once when the process died after it had deleted their card", async () => {
  const { images, ranger } = await withPictures();
  await images.setAside(FETE);
  await ranger(0);
  expect(await images.folders("evenements")).toEqual([]);
  expect(await images.last(ANA)).not.toBeNull();
});

it("leaves the group photo alone, and finishes taking it away when the process died in the middle", async () => {
  const { images, ranger } = await withPictures();
  await images.save(PHOTO_DE_GROUPE, { nom: "bande.jpg", octets: await jpeg(300, 200) });
  await ranger(120);
  expect((await images.last(PHOTO_DE_GROUPE))?.path).toBe("accueil/groupe/bande.jpg");
  await images.setAside(PHOTO_DE_GROUPE);
  await ranger(0);
  expect(await images.folders("accueil")).toEqual([]);
});

it("may run again and again", async () => {
  const { images, ranger, cards } = await withPictures();
  await cards();
  await Promise.all([ranger(120), ranger(120)]);
  await ranger(120);
  expect(await images.last(FETE)).not.toBeNull();
});
