import { expect, it } from "vitest";
import { REGLAGES_DE_DEPART, saisieDesReglages } from "#domain/reglages.ts";
import { PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { enregistrerReglages, type FormulaireReglages } from "#usecases/enregistrer-reglages.ts";
import { broken, desk } from "./desk.ts";

const AUTEUR = { email: "anne@exemple.ch", le: new Date("2025-08-05T12:00:00Z") };
const photo = async (nom = "bande.jpg") => ({ nom, octets: await jpeg(300, 200) });

/** A desk, the path of its group photo, and a form that was opened on what stands there now. */
async function bureau() {
  const stores = desk();
  const formulaire = async (champs: Partial<FormulaireReglages> = {}, saisie = {}): Promise<FormulaireReglages> => ({
    saisie: { ...saisieDesReglages(REGLAGES_DE_DEPART), ...saisie },
    version: (await stores.reglages.get()).version,
    photo: null,
    retirerPhoto: false,
    ...champs,
  });
  const path = async () => (await stores.images.last(PHOTO_DE_GROUPE))?.path ?? null;
  return { ...stores, stores, formulaire, path };
}

const OK = { ok: true, valeur: { told: [] } };

/** The password is there. */
const confirmed = async () => null;

it("saves settings, with who did it, and leaves the photo as it is", async () => {
  const { stores, formulaire, path } = await bureau();
  await enregistrerReglages(stores, await formulaire({ photo: await photo() }), AUTEUR, confirmed);
  expect(await enregistrerReglages(stores, await formulaire({}, { annee: "2026" }), AUTEUR, confirmed)).toEqual(OK);
  expect(await stores.reglages.get()).toMatchObject({ ...REGLAGES_DE_DEPART, annee: 2026, modifies: AUTEUR });
  expect(await path()).toBe("accueil/groupe/bande.jpg");
});

it("puts a new photo in the place of the former one, of which nothing stays", async () => {
  const { stores, formulaire, path } = await bureau();
  await enregistrerReglages(stores, await formulaire({ photo: await photo("a.jpg") }), AUTEUR, confirmed);
  await enregistrerReglages(
    stores,
    await formulaire({ photo: await photo("b.jpg"), retirerPhoto: true }),
    AUTEUR,
    confirmed,
  );
  expect(await path()).toBe("accueil/groupe/b.jpg");
  await stores.images.remove("accueil/groupe/b.jpg");
  expect(await path()).toBeNull();
});

it("takes the photo away, and has no fault to find when there is none", async () => {
  const { stores, formulaire, path } = await bureau();
  await enregistrerReglages(stores, await formulaire({ photo: await photo() }), AUTEUR, confirmed);
  for (let fois = 0; fois < 2; fois++)
    expect(await enregistrerReglages(stores, await formulaire({ retirerPhoto: true }), AUTEUR, confirmed)).toEqual(OK);
  expect(await path()).toBeNull();
  expect(await stores.images.folders("accueil")).toEqual([]);
});

it("saves nothing of a form with a refused field or a file that is no picture", async () => {
  const { stores, formulaire, path } = await bureau();
  const avant = await stores.reglages.get();
  const champs = { photo: await photo() };
  expect(await enregistrerReglages(stores, await formulaire(champs, { npa: "x" }), AUTEUR, confirmed)).toEqual({
    ok: false,
    raison: { erreurs: { npa: "Indiquez un code postal à quatre chiffres." }, image: null },
  });
  const texte = { nom: "a.jpg", octets: new TextEncoder().encode("pas une image") };
  expect(
    await enregistrerReglages(stores, await formulaire({ photo: texte }, { annee: "2030" }), AUTEUR, confirmed),
  ).toMatchObject({
    ok: false,
    raison: { erreurs: { photo: expect.stringContaining("pas une image lisible") }, image: "illisible" },
  });
  expect(await stores.reglages.get()).toEqual(avant);
  expect(await path()).toBeNull();
});

it("tells the second of two people what the first has saved, and keeps the first one's photo", async () => {
  const { stores, formulaire, path } = await bureau();
  const [anne, bob] = [await formulaire({ photo: await photo("anne.jpg") }, { annee: "2026" }), await formulaire()];
  expect(await enregistrerReglages(stores, anne, AUTEUR, confirmed)).toEqual(OK);
  const { version } = await stores.reglages.get();
  for (const champs of [{}, { photo: await photo("bob.jpg") }, { retirerPhoto: true }])
    expect(await enregistrerReglages(stores, { ...bob, ...champs }, AUTEUR, confirmed)).toEqual({
      ok: false,
      raison: { conflit: { version, actuel: ["Année du planning\u00a0: 2026"] } },
    });
  expect(await path()).toBe("accueil/groupe/anne.jpg");
  expect(await enregistrerReglages(stores, { ...bob, version }, AUTEUR, confirmed)).toEqual(OK);
  expect((await stores.reglages.get()).annee).toBe(2025);
});

it("keeps the former photo when somebody else saves at the very same moment", async () => {
  const { stores, formulaire, path } = await bureau();
  await enregistrerReglages(stores, await formulaire({ photo: await photo("avant.jpg") }), AUTEUR, confirmed);
  const bob = await formulaire({ photo: await photo("bob.jpg") });
  /** Somebody saves after this form was compared with what is kept, and before it is saved itself. */
  const devances = () => ({
    ...stores.reglages,
    save: async (...[reglages, version, auteur]: Parameters<typeof stores.reglages.save>) => {
      await stores.reglages.save({ ...REGLAGES_DE_DEPART, annee: 2040 }, version, AUTEUR);
      return stores.reglages.save(reglages, version, auteur);
    },
  });
  const issue = await enregistrerReglages({ ...stores, reglages: devances() }, bob, AUTEUR, confirmed);
  expect(issue).toMatchObject({ ok: false, raison: { conflit: {} } });
  expect(await path()).toBe("accueil/groupe/avant.jpg");
  const retrait = await formulaire({ retirerPhoto: true });
  expect((await enregistrerReglages({ ...stores, reglages: devances() }, retrait, AUTEUR, confirmed)).ok).toBe(false);
  expect(await path()).toBe("accueil/groupe/avant.jpg");
});

it.each([{ retirerPhoto: true }, { photo: "b.jpg" }])(
  "changes nothing at all when the settings cannot be saved (%j)",
  async ({ retirerPhoto = false, photo: nom }) => {
    const { stores, formulaire, path } = await bureau();
    await enregistrerReglages(stores, await formulaire({ photo: await photo("a.jpg") }), AUTEUR, confirmed);
    const envoi = await formulaire({ retirerPhoto, photo: nom ? await photo(nom) : null }, { annee: "2033" });
    const reglages = broken(stores.reglages, "save");
    await expect(enregistrerReglages({ ...stores, reglages }, envoi, AUTEUR, confirmed)).rejects.toThrow("panne");
    expect(await path()).toBe("accueil/groupe/a.jpg");
    expect((await stores.reglages.get()).annee).toBe(2025);
  },
);

it("has saved everything also when the former photo cannot be cleared away, and says so", async () => {
  const { stores, formulaire, path } = await bureau();
  await enregistrerReglages(stores, await formulaire({ photo: await photo("a.jpg") }), AUTEUR, confirmed);
  const pannes: unknown[] = [];
  const images = broken(stores.images, "remove");
  const envoi = await formulaire({ photo: await photo("b.jpg") });
  expect(
    await enregistrerReglages({ ...stores, images }, envoi, AUTEUR, confirmed, (panne) => pannes.push(panne)),
  ).toEqual(OK);
  expect(pannes).toHaveLength(1);
  expect(await path()).toBe("accueil/groupe/b.jpg");
});
