/** Reads the pages with cards, and loads their pictures as a browser does. */
import sharp from "sharp";
import { expect } from "vitest";
import { type Instance, request } from "./browser.ts";

/** A card on a page. */
export type Poster = {
  id: string;
  title: string;
  /** The field that edits change: the place of an event, or the first name of a member. */
  detail: string;
  /** The number that the colour of its picture encodes. */
  colour: number;
  /** URLs of all variants of its picture on the page. */
  images: string[];
  /** URLs of the share picture: one for an event, none for a member. */
  share: string[];
};

/** Difference between two colours, which is larger than the error of the compression. */
const STEP = 12;
const PER_COMPONENT = Math.floor(240 / STEP);

/** @returns a picture of one colour, which encodes the number */
export const photoOf = (number: number): Promise<Buffer> =>
  sharp({
    create: {
      width: 520,
      height: 260,
      channels: 3,
      background: { r: STEP * (number % PER_COMPONENT), g: STEP * Math.floor(number / PER_COMPONENT), b: 120 },
    },
  })
    .jpeg()
    .toBuffer();

const numberOf = ([r = 0, g = 0]: Buffer) => Math.round(r / STEP) + PER_COMPONENT * Math.round(g / STEP);

const CARD = /<li class="(?:evenement|membre)[^"]*" id="([^"]+)"[^>]*>(.*?)<h2[^>]*>(.*?)<\/h2>(.*?)<\/li>/gs;

/** Loads and decodes the pictures of all cards of a page. @returns the cards */
export async function readCards(instance: Instance, kind: "evenement" | "membre", cookie: string) {
  const path = kind === "evenement" ? "/planning" : "/comite";
  const { status, html } = await request(instance, path, { headers: { cookie } });
  expect(status).toBe(200);
  const cards: Poster[] = [];
  for (const [, id = "", before = "", heading = "", after = ""] of html.replaceAll("<!-- -->", "").matchAll(CARD)) {
    const h2 = heading.replace(/<[^>]+>/g, "");
    const images = [...new Set([...before.matchAll(/\/images\/[^\s",]+/g)].map(([url]) => url))];
    expect(images, `the pictures of ${id}`).not.toEqual([]);
    const colours = new Set<number>();
    for (const url of images) colours.add(await colourOf(instance, url));
    expect([...colours], `what the pictures of ${id} show`).toHaveLength(1);
    const [title = "", detail = ""] =
      kind === "evenement" ? [h2, /class="place">.*?<\/svg>(.*?)<\/a>/s.exec(after)?.[1]] : h2.split(" ").reverse();
    const share = kind === "evenement" ? [await sharePictureOf(instance, id)] : [];
    cards.push({ id, title, detail, colour: [...colours][0] ?? -1, images, share });
  }
  return cards;
}

const BINNED = /<h2><bdi>(.*?)<\/bdi><\/h2>.*?name="id" value="([^"]+)"/gs;

/** Checks that each card is in the recycle bin at most once. @returns the keys of these cards, by name */
export async function readBin(instance: Instance, cookie: string): Promise<Map<string, string>> {
  const rows: (readonly [string, string])[] = [];
  for (let page = 1, isLast = false; !isLast; page++) {
    const { status, html } = await request(instance, `/corbeille?page=${page}`, { headers: { cookie } });
    expect(status).toBe(200);
    for (const [, name = "", key = ""] of html.replaceAll("<!-- -->", "").matchAll(BINNED))
      rows.push([name.split(" ").at(-1) ?? "", key]);
    isLast = !html.includes('rel="next"');
  }
  const keys = new Map(rows);
  expect(keys.size, "cards in the recycle bin, each once").toBe(rows.length);
  return keys;
}

async function sharePictureOf(instance: Instance, id: string): Promise<string> {
  const { html } = await request(instance, `/planning/${encodeURIComponent(id)}`);
  const [url = ""] = /\/images\/[^"]+-partage\.jpg/.exec(html) ?? [];
  const { width, height } = await sharp(await bytesOf(instance, url)).metadata();
  expect([width, height], `the picture to share of ${id}`).toEqual([1200, 630]);
  return url;
}

async function bytesOf(instance: Instance, url: string): Promise<Uint8Array> {
  const response = await fetch(instance.url + url);
  expect(response.status, url).toBe(200);
  return response.bytes();
}

async function colourOf(instance: Instance, url: string): Promise<number> {
  return numberOf(
    await sharp(await bytesOf(instance, url))
      .resize(1, 1)
      .removeAlpha()
      .toColourspace("srgb")
      .raw()
      .toBuffer(),
  );
}
