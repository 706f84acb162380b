/** Reads the pages that show cards, with their pictures, as a browser would load them. */
import sharp from "sharp";
import { expect } from "vitest";
import { demander, type Instance } from "./navigateur.ts";

/** A card as it is shown. */
export type Affiche = {
  id: string;
  titre: string;
  /** What edits change: the place of an event, the first name of a member. */
  detail: string;
  /** The number that its picture was made for. */
  couleur: number;
  /** Addresses of every variant that the page offers. */
  images: string[];
  /** Addresses of what the page that is shared shows: one for an event, none for a member. */
  partage: string[];
};

/** Pictures differ by more than compression changes. */
const PAS = 12;
const PAR_COMPOSANTE = Math.floor(240 / PAS);

/** @returns a picture of one colour, made for a number */
export const photoDe = (numero: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 520,
      height: 260,
      channels: 3,
      background: { r: PAS * (numero % PAR_COMPOSANTE), g: PAS * Math.floor(numero / PAR_COMPOSANTE), b: 120 },
    },
  })
    .jpeg()
    .toBuffer();

const numeroDe = ([r = 0, g = 0]: Buffer) => Math.round(r / PAS) + PAR_COMPOSANTE * Math.round(g / PAS);

const CARTE = /<li class="(?:evenement|membre)[^"]*" id="([^"]+)"[^>]*>(.*?)<h2[^>]*>(.*?)<\/h2>(.*?)<\/li>/gs;

/** @returns every card of a page; each of its pictures was fetched and decoded */
export async function lireCartes(instance: Instance, genre: "evenement" | "membre", cookie: string) {
  const chemin = genre === "evenement" ? "/planning" : "/comite";
  const { status, html } = await demander(instance, chemin, { headers: { cookie } });
  expect(status).toBe(200);
  const cartes: Affiche[] = [];
  for (const [, id = "", avant = "", h2 = "", apres = ""] of html.replaceAll("<!-- -->", "").matchAll(CARTE)) {
    const images = [...new Set([...avant.matchAll(/\/images\/[^\s",]+/g)].map(([url]) => url))];
    expect(images, `the pictures of ${id}`).not.toEqual([]);
    const couleurs = new Set<number>();
    for (const url of images) couleurs.add(await couleurDe(instance, url));
    expect([...couleurs], `what the pictures of ${id} show`).toHaveLength(1);
    const [titre = "", detail = ""] =
      genre === "evenement" ? [h2, /class="lieu">.*?<\/svg>(.*?)<\/p>/s.exec(apres)?.[1]] : h2.split(" ").reverse();
    const partage = genre === "evenement" ? [await imageDePartage(instance, id)] : [];
    cartes.push({ id, titre, detail, couleur: [...couleurs][0] ?? -1, images, partage });
  }
  return cartes;
}

async function imageDePartage(instance: Instance, id: string): Promise<string> {
  const { html } = await demander(instance, `/planning/${encodeURIComponent(id)}`);
  const [url = ""] = /\/images\/[^"]+-partage\.jpg/.exec(html) ?? [];
  const { width, height } = await sharp(await octetsDe(instance, url)).metadata();
  expect([width, height], `the picture to share of ${id}`).toEqual([1200, 630]);
  return url;
}

async function octetsDe(instance: Instance, url: string): Promise<Uint8Array> {
  const reponse = await fetch(instance.url + url);
  expect(reponse.status, url).toBe(200);
  return reponse.bytes();
}

async function couleurDe(instance: Instance, url: string): Promise<number> {
  return numeroDe(
    await sharp(await octetsDe(instance, url))
      .resize(1, 1)
      .removeAlpha()
      .toColourspace("srgb")
      .raw()
      .toBuffer(),
  );
}
