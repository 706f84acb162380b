import { expect, it } from "vitest";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { remove } from "#usecases/delete-card.ts";
import { broken, desk } from "./desk.ts";

const EVENT: PictureFolder = { collection: "evenements", id: "Fête0825" };
const fields = anEvenement();

/** @returns stores that hold one event with its picture */
async function withEvent() {
  const services = desk();
  await services.images.save(EVENT, { name: "affiche.jpg", bytes: await jpeg(300, 200) });
  await services.evenements.create(EVENT.id, fields);
  return services;
}

it("deletes a card and its picture together", async () => {
  const { evenements, images } = await withEvent();
  await remove(evenements, images, "evenements", EVENT.id);
  expect(await evenements.get(EVENT.id)).toBeNull();
  expect(await images.listFolders("evenements")).toEqual([]);
});

it("deletes a member who has no photo", async () => {
  const { membres, images } = desk();
  await membres.create("DupontMembre", { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" });
  await remove(membres, images, "membres", "DupontMembre");
  expect(await membres.list()).toEqual([]);
});

it("takes nothing else along", async () => {
  const { evenements, images } = await withEvent();
  const lotto: PictureFolder = { collection: "evenements", id: "Loto1125" };
  await images.save(lotto, { name: "affiche.jpg", bytes: await jpeg(300, 200) });
  await evenements.create(lotto.id, fields);
  await remove(evenements, images, "evenements", EVENT.id);
  expect((await evenements.list()).map(({ id }) => id)).toEqual(["Loto1125"]);
  expect([...(await images.findLastOfEach("evenements")).keys()]).toEqual(["Loto1125"]);
});

it("leaves the whole card when the document cannot be deleted, and a second try finishes the job", async () => {
  const { evenements, images } = await withEvent();
  const fault = broken(evenements, "delete");
  await expect(remove(fault, images, "evenements", EVENT.id)).rejects.toThrow("panne");
  expect(await evenements.get(EVENT.id)).not.toBeNull();
  expect((await images.findLast(EVENT))?.path).toBe("evenements/Fête0825/affiche.jpg");
  await remove(evenements, images, "evenements", EVENT.id);
  expect(await evenements.list()).toEqual([]);
  expect(await images.listFolders("evenements")).toEqual([]);
});

it("leaves the whole card when the picture cannot be set aside", async () => {
  const { evenements, images } = await withEvent();
  await expect(remove(evenements, broken(images, "setAside"), "evenements", EVENT.id)).rejects.toThrow("panne");
  expect(await evenements.get(EVENT.id)).not.toBeNull();
  expect(await images.findLast(EVENT)).not.toBeNull();
});

it("shows neither card nor picture when the files cannot be deleted, and a second try finishes the job", async () => {
  const { evenements, images } = await withEvent();
  await expect(remove(evenements, broken(images, "discard"), "evenements", EVENT.id)).rejects.toThrow("panne");
  expect(await evenements.get(EVENT.id)).toBeNull();
  expect(await images.findLast(EVENT)).toBeNull();
  await remove(evenements, images, "evenements", EVENT.id);
  expect(await images.listFolders("evenements")).toEqual([]);
});

it("may be asked twice for the same card", async () => {
  const { evenements, images } = await withEvent();
  await Promise.all([
    remove(evenements, images, "evenements", EVENT.id),
    remove(evenements, images, "evenements", EVENT.id),
  ]);
  expect(await evenements.list()).toEqual([]);
  expect(await images.listFolders("evenements")).toEqual([]);
});
