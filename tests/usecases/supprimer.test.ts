import { expect, it } from "vitest";
import type { Dossier } from "#domain/stored-image.ts";
import { unEvenement } from "#tests/evenements.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { supprimer } from "#usecases/supprimer.ts";
import { broken, desk } from "./desk.ts";

const FETE: Dossier = { collection: "evenements", id: "Fête0825" };
const champs = unEvenement();

/** @returns stores that hold one event with its picture */
async function withEvent() {
  const services = desk();
  await services.images.save(FETE, { nom: "affiche.jpg", octets: await jpeg(300, 200) });
  await services.evenements.create(FETE.id, champs);
  return services;
}

it("deletes a card and its picture together", async () => {
  const { evenements, images } = await withEvent();
  await supprimer(evenements, images, "evenements", FETE.id);
  expect(await evenements.get(FETE.id)).toBeNull();
  expect(await images.folders("evenements")).toEqual([]);
});

it("deletes a member who has no photo", async () => {
  const { membres, images } = desk();
  await membres.create("DupontMembre", { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" });
  await supprimer(membres, images, "membres", "DupontMembre");
  expect(await membres.list()).toEqual([]);
});

it("takes nothing else along", async () => {
  const { evenements, images } = await withEvent();
  const loto: Dossier = { collection: "evenements", id: "Loto1125" };
  await images.save(loto, { nom: "affiche.jpg", octets: await jpeg(300, 200) });
  await evenements.create(loto.id, champs);
  await supprimer(evenements, images, "evenements", FETE.id);
  expect((await evenements.list()).map(({ id }) => id)).toEqual(["Loto1125"]);
  expect([...(await images.lastOfEach("evenements")).keys()]).toEqual(["Loto1125"]);
});

it("leaves the whole card when the document cannot be deleted, and a second try finishes the job", async () => {
  const { evenements, images } = await withEvent();
  const panne = broken(evenements, "delete");
  await expect(supprimer(panne, images, "evenements", FETE.id)).rejects.toThrow("panne");
  expect(await evenements.get(FETE.id)).not.toBeNull();
  expect((await images.last(FETE))?.path).toBe("evenements/Fête0825/affiche.jpg");
  await supprimer(evenements, images, "evenements", FETE.id);
  expect(await evenements.list()).toEqual([]);
  expect(await images.folders("evenements")).toEqual([]);
});

it("leaves the whole card when the picture cannot be set aside", async () => {
  const { evenements, images } = await withEvent();
  await expect(supprimer(evenements, broken(images, "setAside"), "evenements", FETE.id)).rejects.toThrow("panne");
  expect(await evenements.get(FETE.id)).not.toBeNull();
  expect(await images.last(FETE)).not.toBeNull();
});

it("shows neither card nor picture when the files cannot be deleted, and a second try finishes the job", async () => {
  const { evenements, images } = await withEvent();
  await expect(supprimer(evenements, broken(images, "discard"), "evenements", FETE.id)).rejects.toThrow("panne");
  expect(await evenements.get(FETE.id)).toBeNull();
  expect(await images.last(FETE)).toBeNull();
  await supprimer(evenements, images, "evenements", FETE.id);
  expect(await images.folders("evenements")).toEqual([]);
});

it("may be asked twice for the same card", async () => {
  const { evenements, images } = await withEvent();
  await Promise.all([
    supprimer(evenements, images, "evenements", FETE.id),
    supprimer(evenements, images, "evenements", FETE.id),
  ]);
  expect(await evenements.list()).toEqual([]);
  expect(await images.folders("evenements")).toEqual([]);
});
