/** Hostile, broken and unusual files through the real form: refused in French, or served as pictures of our own making. */

import sharp from "sharp";
import { afterEach, expect, it } from "vitest";
import { CORPUS } from "#tests/corpus/files.ts";
import { eraseCard } from "#tests/http/erase-cards.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";
import { preparedKeys, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";

const EVENEMENT = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
const EVENT = { collection: "evenements", id: "Fête0825" } as const;
const REFUSALS = new Set([400, 413, 415]);
const TYPES: Record<string, string> = { jpeg: "image/jpeg", webp: "image/webp" };

const site = setUpSite({ env: { TRUST_PROXY: "1" }, committee: true });
let submissions = 0;

afterEach(async () => {
  await eraseCard(site.services, "evenements", EVENT.id);
});

async function send(bytes: Uint8Array, name: string): Promise<"accepted" | "refused"> {
  const body = new FormData();
  for (const [field, value] of Object.entries(EVENEMENT)) body.append(field, value);
  body.append("image", new File([new Uint8Array(bytes)], name));
  // Each from an address of its own: a limit per address is for other tests.
  const address = `10.0.${submissions >> 8}.${submissions & 255}`;
  submissions++;
  const headers = { origin: site.config.publicUrl, cookie: site.cookie, "x-forwarded-for": address };
  const response = await site.request("/evenement/create", { method: "POST", body, headers });
  if (response.status === 302) return "accepted";
  expect(REFUSALS).toContain(response.status);
  const html = await response.text();
  expect(sentences(html)).toEqual([["image", expect.stringMatching(/^(?:Ce fichier|Cette image|Choisissez) .*\.$/)]]);
  expect(await site.services.events.list()).toEqual([]);
  expect(preparedKeys(site.folder)).toEqual([]);
  return "refused";
}

/** @returns every file that the site serves of the card's picture; each has its declared type and no metadata */
async function served(): Promise<Buffer[]> {
  const image = await site.services.pictures.find(EVENT);
  const files: Buffer[] = [];
  for (const { type, variants } of image?.sources ?? [])
    for (const { url } of variants) {
      const response = await site.request(url);
      const file = Buffer.from(await response.arrayBuffer());
      const metadata = await sharp(file).metadata();
      await sharp(file, { failOn: "error" }).stats();
      expect(response.headers.get("content-type")).toBe(type);
      expect(TYPES[metadata.format]).toBe(type);
      for (const what of ["exif", "xmp", "iptc", "comments"]) expect(metadata).not.toHaveProperty(what);
      files.push(file);
    }
  expect(files).not.toEqual([]);
  return files;
}

/** One of each kind. tests/images/decode.test.ts decodes all of them. */
const SENT = ["bombe-ztxt.png", "jpeg-commentaire.html", "dessin.png", "animee.webp", "coupe-a-50.heic"];

it.each(CORPUS.filter(({ name }) => SENT.includes(name)))(
  "an uploaded $name is $fate",
  async ({ name, bytes, fate, prefix }) => {
    const outcome = await send(await bytes(), name);
    if (fate !== "either") expect(outcome).toBe(fate);
    if (outcome === "accepted")
      for (const file of await served()) if (prefix) expect(file.includes(prefix)).toBe(false);
    expect(site.log).toEqual([]);
  },
);

it("a picture with a hostile name leaves that name nowhere but in its document", async () => {
  expect(await send(await jpeg(64, 48), '\r\n../../\u202Egpj.exe"><img src=x onerror=alert(1)>:flux')).toBe("accepted");
  expect(await seenFile(site.services, EVENT)).toMatch(/^[^/\\\p{C}"<>:%=]{1,100}$/u);
  const image = await site.services.pictures.find(EVENT);
  expect(image?.url).toMatch(/^\/images\/evenements\/F%C3%AAte0825\/[0-9a-f]{20}-64\.jpg$/);
  await served();
});

it("the names of the files that are sent here exist", () => {
  expect(CORPUS.filter(({ name }) => SENT.includes(name))).toHaveLength(SENT.length);
});
