/** Reads the pages that show cards, with their pictures, as a browser would load them. */
import sharp from "sharp";
import { expect } from "vitest";
import { type Instance, request } from "./browser.ts";

/** A card as it is shown. */
export type Poster = {
  id: string;
  title: string;
  /** What edits change: the place of an event, the first name of a member. */
  detail: string;
  /** The number that its picture was made for. */
  colour: number;
  /** Addresses of every variant that the page offers. */
  images: string[];
  /** Addresses of what the page that is shared shows: one for an event, none for a member. */
  share: string[];
};

/** Pictures differ by more than compression changes. */
const STEP = 12;
const PER_COMPONENT = Math.floor(240 / STEP);

/** @returns a picture of one colour, made for a number */
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

/** @returns every card of a page; each of its pictures was fetched and decoded */
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

const BINNED = /<h2><bdi>(.*?)<\/bdi><\/h2>.*?name="key" value="([^"]+)"/gs;

/** @returns the keys of the cards that lie in the recycle bin, by name; each lies there once */
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
