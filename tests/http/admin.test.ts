import { readFileSync } from "node:fs";
import sharp from "sharp";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { HOSTILES, polyglot } from "#tests/images/hostile.ts";
import { HEIC, jpeg, phonePhoto } from "#tests/images/pictures.ts";
import { supprimer } from "#usecases/supprimer.ts";
import { ouvrirSite, phrases, type SiteDEssai } from "./site.ts";

const EVENEMENT = { Nom: "Fête au lac", mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
const MEMBRE = { Prenom: "Camille", Nom: "Fendant", Poste: "Caissier", hp: "" };
const STATUTS = { "trop-lourde": 413, "trop-grande": 413, illisible: 415 } as const;

let site: SiteDEssai;
let cookie: string;
let image: File;
beforeAll(async () => {
  site = await ouvrirSite();
  cookie = await site.seConnecter();
  image = new File([new Uint8Array(await jpeg(1000, 800))], "affiche.jpg");
});
afterAll(() => site.fermer());
beforeEach(async () => {
  site.journal.length = 0;
  const { evenements, membres, images } = site.services;
  for (const { id } of await evenements.list()) await supprimer(evenements, images, "evenements", id);
  for (const { id } of await membres.list()) await supprimer(membres, images, "membres", id);
});

describe("an event", () => {
  it("is kept with the fields, the id and the path that the contract names", async () => {
    const reponse = await site.televerser("/evenement/create", { ...EVENEMENT, image }, cookie);
    expect(reponse.status).toBe(302);
    expect(reponse.headers.get("location")).toBe("/planning#F%C3%AAte0825");
    const [evenement] = await site.services.evenements.list();
    expect(evenement).toMatchObject({
      id: "Fête0825",
      Nom: "Fête au lac",
      Date: "2025-08",
      Lieu: "Lac",
      AfterMovie: "",
    });
    const stockee = await site.services.images.last({ collection: "evenements", id: "Fête0825" });
    expect(stockee?.path).toBe("evenements/Fête0825/affiche.jpg");
    const octets = await site.demander(stockee?.url ?? "");
    expect(octets.headers.get("content-type")).toBe("image/jpeg");
    expect(octets.headers.get("cache-control")).toContain("immutable");
    expect((await sharp(await octets.bytes()).metadata()).width).toBe(1000);
  });

  it("never takes the place of another with the same id", async () => {
    await site.televerser("/evenement/create", { ...EVENEMENT, image }, cookie);
    await site.televerser("/evenement/create", { ...EVENEMENT, Nom: "Fête au village", image }, cookie);
    const ids = (await site.services.evenements.list()).map(({ id }) => id);
    expect(ids.sort()).toEqual(["Fête0825", "Fête0825-2"]);
  });

  it.each([
    [{ Nom: "" }, [["Nom", "Ce champ est obligatoire."]]],
    [{ mois: "13" }, [["mois", "Choisissez un mois de la liste."]]],
    [{ annee: "25" }, [["annee", "Indiquez une année à quatre chiffres."]]],
    [{ annee: "1066" }, [["annee", "Indiquez une année entre 2000 et 2099."]]],
    [
      { AfterMovie: "javascript:alert(1)" },
      [["AfterMovie", "Indiquez une adresse web complète, par exemple https://exemple.ch/film."]],
    ],
    [{ Nom: "é".repeat(121) }, [["Nom", "Ce texte est trop long\u00a0: 120 caractères au maximum."]]],
  ])("is refused with one sentence: %j", async (faute, attendu) => {
    const reponse = await site.televerser("/evenement/create", { ...EVENEMENT, ...faute, image }, cookie);
    const html = await reponse.text();
    expect(reponse.status).toBe(400);
    expect(phrases(html)).toEqual(attendu);
    expect(html).toContain('value="Lac"');
    expect(await site.services.evenements.list()).toEqual([]);
    expect(await site.services.images.folders("evenements")).toEqual([]);
  });

  it("needs an image", async () => {
    const reponse = await site.televerser("/evenement/create", EVENEMENT, cookie);
    expect(reponse.status).toBe(400);
    expect(phrases(await reponse.text())).toEqual([["image", "Choisissez une image."]]);
  });

  it.each(HOSTILES)("refuses $nom beside its field and keeps nothing of it", async ({ nom, octets, refus }) => {
    const fichier = new File([new Uint8Array(await octets())], nom);
    const reponse = await site.televerser("/evenement/create", { ...EVENEMENT, image: fichier }, cookie);
    const html = await reponse.text();
    const vide = fichier.size === 0;
    expect(reponse.status).toBe(vide ? 400 : STATUTS[refus]);
    expect(phrases(html).map(([champ]) => champ)).toEqual(["image"]);
    expect(html).toContain('value="Lac"');
    expect(await site.services.evenements.list()).toEqual([]);
    expect(await site.services.images.folders("evenements")).toEqual([]);
    expect(site.journal).toEqual([]);
  });

  it("is refused as a whole when the request is larger than any picture", async () => {
    const reponse = await site.televerser(
      "/evenement/create",
      { ...EVENEMENT, image: new File([Buffer.alloc(33 * 1024 * 1024)], "x.jpg") },
      cookie,
    );
    expect(reponse.status).toBe(413);
    expect(await reponse.text()).toContain("25 Mo au plus");
  });

  it.each([
    ["a phone's photo lying on its side", async () => phonePhoto(4000, 3000), 1600],
    ["an iPhone's HEIC", async () => readFileSync(HEIC), null],
    ["a picture with a web page in it", polyglot, null],
  ] as const)("takes %s and serves it re-encoded", async (_quoi, octets, largeur) => {
    const fichier = new File([new Uint8Array(await octets())], "IMG_0001.HEIC");
    expect((await site.televerser("/evenement/create", { ...EVENEMENT, image: fichier }, cookie)).status).toBe(302);
    const [{ id } = { id: "" }] = await site.services.evenements.list();
    const stockee = await site.services.images.last({ collection: "evenements", id });
    const servi = Buffer.from(await (await site.demander(stockee?.url ?? "")).bytes());
    const { width, height, exif } = await sharp(servi).metadata();
    expect(exif).toBeUndefined();
    expect(servi.includes("<script")).toBe(false);
    if (largeur) expect([width, height]).toEqual([largeur, Math.round((largeur * 4000) / 3000)]);
  });

  it.each([
    ["an iPhone's HEIC that is called a JPEG", async () => readFileSync(HEIC), "IMG_0001.jpg", "image/jpeg"],
    ["a JPEG that is called a HEIC", () => jpeg(64, 48), "IMG_0002.HEIC", "image/heic"],
  ] as const)("takes %s, by its bytes", async (_what, bytes, name, type) => {
    const file = new File([new Uint8Array(await bytes())], name, { type });
    expect((await site.televerser("/evenement/create", { ...EVENEMENT, image: file }, cookie)).status).toBe(302);
    const picture = await site.services.images.last({ collection: "evenements", id: "Fête0825" });
    const served = Buffer.from(await (await site.demander(picture?.url ?? "")).bytes());
    expect((await sharp(served).metadata()).format).toBe("jpeg");
  });

  describe("with its two ways to a picture", () => {
    const sent = (...files: File[]) => {
      const body = new FormData();
      for (const [name, value] of Object.entries(EVENEMENT)) body.append(name, value);
      for (const file of files) body.append("image", file);
      return site.demander("/evenement/create", {
        method: "POST",
        body,
        headers: { origin: site.config.publicUrl, cookie },
      });
    };
    const none = new File([], "");

    it.each([
      ["files", () => [image, none]],
      ["camera", () => [none, image]],
    ] as const)("takes the one of the %s", async (_way, files) => {
      expect((await sent(...files())).status).toBe(302);
      expect(await site.services.images.last({ collection: "evenements", id: "Fête0825" })).not.toBeNull();
    });

    it("takes neither when both were used, or none", async () => {
      for (const [files, sentence] of [
        [[image, image], "Choisissez un seul fichier."],
        [[none, none], "Choisissez une image."],
      ] as const) {
        const response = await sent(...files);
        expect(response.status).toBe(400);
        expect(phrases(await response.text())).toEqual([["image", sentence]]);
      }
      expect(await site.services.evenements.list()).toEqual([]);
    });
  });

  it("is not overwritten by somebody who did not see the last change", async () => {
    await site.televerser("/evenement/create", { ...EVENEMENT, image }, cookie);
    const [evenement] = await site.services.evenements.list();
    const chemin = `/evenement/modify/${encodeURIComponent("Fête0825")}`;
    const premier = await site.envoyer(
      chemin,
      { ...EVENEMENT, Lieu: "Plage", version: evenement?.version ?? "" },
      cookie,
    );
    expect(premier.status).toBe(200);
    expect(premier.headers.get("refresh")).toBe("2; url=/planning");
    expect(await premier.text()).toContain("L&#x27;événement a été mis à jour avec succès");
    const second = await site.envoyer(
      chemin,
      { ...EVENEMENT, Lieu: "Forêt", version: evenement?.version ?? "" },
      cookie,
    );
    const html = await second.text();
    expect(second.status).toBe(409);
    expect(html).toContain("Elle dit maintenant\u00a0: Fête au lac, Août 2025, Plage.");
    expect(html).toContain('value="Forêt"');
    expect(await site.services.evenements.get("Fête0825")).toMatchObject({ Lieu: "Plage" });
  });

  it("goes with its image; a failure leaves both, and doing it again finishes", async () => {
    await site.televerser("/evenement/create", { ...EVENEMENT, image }, cookie);
    const { evenements, images } = site.services;
    const effacer = evenements.delete;
    evenements.delete = () => Promise.reject(new Error("disk"));
    const rate = await site.envoyer("/planning", { id: "Fête0825" }, cookie);
    evenements.delete = effacer;
    expect(rate.status).toBe(302);
    expect(rate.headers.getSetCookie().join()).toContain("avis=");
    expect(await evenements.get("Fête0825")).not.toBeNull();
    const stockee = await images.last({ collection: "evenements", id: "Fête0825" });
    expect(stockee).not.toBeNull();
    expect(site.journal.map(({ ou }) => ou)).toEqual(["event delete"]);

    expect((await site.envoyer("/planning", { id: "Fête0825" }, cookie)).status).toBe(302);
    expect(await evenements.list()).toEqual([]);
    expect((await site.demander(stockee?.url ?? "")).status).toBe(404);
  });
});

describe("a member", () => {
  it("is kept without a photo as well as with one", async () => {
    expect((await site.televerser("/comite/create", MEMBRE, cookie)).status).toBe(302);
    expect(
      (await site.televerser("/comite/create", { ...MEMBRE, Prenom: "Élodie", photo: image }, cookie)).status,
    ).toBe(302);
    const membres = await site.services.membres.list();
    expect(membres.map(({ id }) => id).sort()).toEqual(["FendantCaissier", "FendantCaissier-2"]);
    expect((await site.services.images.last({ collection: "membres", id: "FendantCaissier-2" }))?.path).toBe(
      "membres/FendantCaissier-2/affiche.jpg",
    );
  });

  it.each([
    [{ Poste: "Roi" }, [["Poste", "Choisissez un poste de la liste."]]],
    [{ Prenom: " " }, [["Prenom", "Ce champ est obligatoire."]]],
  ])("is refused with one sentence: %j", async (faute, attendu) => {
    const reponse = await site.televerser("/comite/create", { ...MEMBRE, ...faute }, cookie);
    expect(reponse.status).toBe(400);
    expect(phrases(await reponse.text())).toEqual(attendu);
  });

  it("with script in every field is shown as the text it is", async () => {
    const piege = "<img src=x onerror=alert(1)>";
    await site.televerser("/comite/create", { ...MEMBRE, Prenom: piege, Nom: piege }, cookie);
    const html = await (await site.demander("/comite")).text();
    expect(html).not.toContain("<img src=x");
    expect(html).toContain("&lt;img src=x");
  });
});

describe("a visitor", () => {
  it.each(["/comite/create", "/evenement/create", "/comite/modify/X", "/evenement/modify/X", "/comite", "/planning"])(
    "who posts to %s is sent to the login, and nothing changes",
    async (chemin) => {
      await site.services.membres.create("X", { Prenom: "X", Nom: "X", Poste: "Membre" });
      const reponse = await site.televerser(chemin, { ...MEMBRE, ...EVENEMENT, id: "X", image }, "");
      expect(reponse.status).toBe(302);
      expect(reponse.headers.get("location")).toContain("/login?suite=");
      expect(await site.services.membres.get("X")).toMatchObject({ Prenom: "X" });
      expect(await site.services.evenements.list()).toEqual([]);
    },
  );
});
