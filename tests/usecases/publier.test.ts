import { expect, it } from "vitest";
import { jpeg } from "#tests/images/pictures.ts";
import { PHRASES_IMAGE } from "#usecases/phrases-image.ts";
import { publierEvenement } from "#usecases/publier-evenement.ts";
import { publierMembre } from "#usecases/publier-membre.ts";
import { broken, desk } from "./desk.ts";

const fete = { Nom: "Fête d’été", mois: "08", annee: "2025", Lieu: "Savièse", AfterMovie: "" };
const ana = { Prenom: "Ana", Nom: "Dupont", Poste: "Réseaux Sociaux" };
const affiche = async (shade?: number) => ({ nom: "affiche.jpg", octets: await jpeg(300, 200, shade) });
const texte = { nom: "affiche.jpg", octets: Buffer.from("Ceci n’est pas une image.") };

it("puts an event online with its image", async () => {
  const services = desk();
  expect(await publierEvenement(services, fete, await affiche())).toEqual({ ok: true, valeur: "Fête0825" });
  expect(await services.evenements.get("Fête0825")).toMatchObject({
    Nom: "Fête d’été",
    Date: "2025-08",
    Lieu: "Savièse",
    AfterMovie: "",
  });
  const image = await services.images.last({ collection: "evenements", id: "Fête0825" });
  expect(image?.path).toBe("evenements/Fête0825/affiche.jpg");
});

it("puts a member online with a photo or without", async () => {
  const services = desk();
  expect(await publierMembre(services, ana, await affiche())).toEqual({ ok: true, valeur: "DupontRéseaux Sociaux" });
  expect(await publierMembre(services, { ...ana, Poste: "Membre" }, null)).toEqual({
    ok: true,
    valeur: "DupontMembre",
  });
  expect(await services.membres.list()).toHaveLength(2);
  expect([...(await services.images.lastOfEach("membres")).keys()]).toEqual(["DupontRéseaux Sociaux"]);
});

it("gives the second event of a name and month its own identifier and image; the first stays as it was", async () => {
  const services = desk();
  await publierEvenement(services, fete, await affiche(10));
  const first = await services.images.last({ collection: "evenements", id: "Fête0825" });
  expect(await publierEvenement(services, { ...fete, Lieu: "Sion" }, await affiche(200))).toEqual({
    ok: true,
    valeur: "Fête0825-2",
  });
  await services.images.idle();
  expect((await services.evenements.get("Fête0825"))?.Lieu).toBe("Savièse");
  expect((await services.evenements.get("Fête0825-2"))?.Lieu).toBe("Sion");
  expect((await services.images.last({ collection: "evenements", id: "Fête0825" }))?.url).toBe(first?.url);
  expect((await services.images.last({ collection: "evenements", id: "Fête0825-2" }))?.url).not.toBe(first?.url);
});

it("gives two admins who send the same event at the same moment an event each, with an image each", async () => {
  const services = desk();
  const outcomes = await Promise.all([
    publierEvenement(services, fete, await affiche(10)),
    publierEvenement(services, fete, await affiche(200)),
  ]);
  expect(outcomes.map((issue) => issue.ok && issue.valeur).sort()).toEqual(["Fête0825", "Fête0825-2"]);
  expect(await services.evenements.list()).toHaveLength(2);
  expect((await services.images.lastOfEach("evenements")).size).toBe(2);
});

it("asks for the image of an event, together with every other field that is wrong", async () => {
  const services = desk();
  expect(await publierEvenement(services, { ...fete, Lieu: "", mois: "13" }, null)).toEqual({
    ok: false,
    raison: {
      erreurs: { image: PHRASES_IMAGE.absente, Lieu: expect.any(String), mois: expect.any(String) },
      image: null,
    },
  });
  expect(await services.evenements.list()).toEqual([]);
});

it("publishes nothing when the file is no picture, and says so beside the field", async () => {
  const services = desk();
  expect(await publierEvenement(services, fete, texte)).toEqual({
    ok: false,
    raison: { erreurs: { image: PHRASES_IMAGE.illisible }, image: "illisible" },
  });
  expect(await publierMembre(services, ana, texte)).toEqual({
    ok: false,
    raison: { erreurs: { photo: PHRASES_IMAGE.illisible }, image: "illisible" },
  });
  expect(await services.evenements.list()).toEqual([]);
  expect(await services.membres.list()).toEqual([]);
  expect(await services.images.folders("evenements")).toEqual([]);
});

it("stores no image for a form that is refused", async () => {
  const services = desk();
  expect((await publierMembre(services, { ...ana, Poste: "Roi" }, await affiche())).ok).toBe(false);
  expect(await services.images.folders("membres")).toEqual([]);
});

it("leaves neither card nor picture when the document cannot be written, and works once it can", async () => {
  const services = desk();
  const panne = { ...services, evenements: broken(services.evenements, "create") };
  await expect(publierEvenement(panne, fete, await affiche())).rejects.toThrow("panne");
  expect(await services.evenements.list()).toEqual([]);
  expect(await services.images.folders("evenements")).toEqual([]);
  expect(await publierEvenement(services, fete, await affiche())).toEqual({ ok: true, valeur: "Fête0825" });
});

it("leaves neither card nor picture when the picture cannot be stored", async () => {
  const services = desk();
  const panne = { ...services, images: broken(services.images, "save") };
  await expect(publierEvenement(panne, fete, await affiche())).rejects.toThrow("panne");
  expect(await services.evenements.list()).toEqual([]);
});
