/** Hostile, broken and unusual files through the real form: refused in French, or served as pictures of our own making. */

import fc from "fast-check";
import sharp from "sharp";
import { afterEach, expect, it } from "vitest";
import { CORPUS, NAMES, WHOLE_PICTURES } from "#tests/corpus/files.ts";
import { writeFigures } from "#tests/figures.ts";
import { eraseCard } from "#tests/http/erase-cards.ts";
import { sentences, setUpSite } from "#tests/http/site.ts";
import { keysOnDisk, seenFile } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { rounds } from "#tests/rounds.ts";

/** Damaged copies of each format, and files of random bytes behind each format's beginning. */
const DAMAGED_PER_FORMAT = rounds(3, 25);
const RANDOM = rounds(10, 60);

const EVENEMENT = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
const EVENT = { collection: "evenements", id: "Fête0825" } as const;
const REFUSALS = new Set([400, 413, 415]);
const TYPES: Record<string, string> = { jpeg: "image/jpeg", webp: "image/webp" };

const site = setUpSite({ env: { TRUST_PROXY: "1" }, committee: true });
let submissions = 0;
const accounts = { corpus: 0, damaged: 0, names: 0 };

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
  expect(keysOnDisk(site.folder)).toEqual([]);
  return "refused";
}

/** @returns every file that the site serves of the card's picture; each has its declared type and no metadata */
async function served(): Promise<Buffer[]> {
  const image = await site.services.images.find(EVENT);
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

it.each(CORPUS)("$name: $fate", async ({ name, bytes, fate, prefix }) => {
  const outcome = await send(await bytes(), name);
  if (fate !== "either") expect(outcome).toBe(fate);
  if (outcome === "accepted") for (const file of await served()) if (prefix) expect(file.includes(prefix)).toBe(false);
  expect(site.log).toEqual([]);
  accounts.corpus++;
});

it.each(NAMES.map((name) => [name.slice(0, 30), name]))(
  "a picture called %j leaves that name nowhere but in its document",
  async (_, name) => {
    expect(await send(await jpeg(64, 48), name)).toBe("accepted");
    const image = await site.services.images.find(EVENT);
    expect(await seenFile(site.services, EVENT)).toMatch(/^[^/\\\p{C}"<>:%=]{1,100}$/u);
    expect(image?.url).toMatch(/^\/images\/evenements\/F%C3%AAte0825\/[0-9a-f]{20}-64\.jpg$/);
    await served();
    accounts.names++;
  },
);

it.each(WHOLE_PICTURES)(
  "a $format with any of its bits turned is refused or becomes a clean picture",
  async ({ bytes }) => {
    const file = await bytes();
    const damage = fc.record({ position: fc.nat(file.length - 1), what: fc.integer({ min: 1, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(damage, { minLength: 1, maxLength: 8 }), async (damages) => {
        const damaged = new Uint8Array(file);
        for (const { position, what } of damages) damaged[position] = (damaged[position] ?? 0) ^ what;
        if ((await send(damaged, "x.jpg")) === "accepted") {
          await served();
          await eraseCard(site.services, "evenements", EVENT.id);
        }
        accounts.damaged++;
      }),
      { numRuns: DAMAGED_PER_FORMAT, endOnFailure: true },
    );
    expect(site.log).toEqual([]);
  },
  120_000,
);

it("random bytes behind the beginning of a picture are refused", async () => {
  const start = fc.constantFrom(
    "",
    "ffd8ffe0",
    "89504e470d0a1a0a",
    "52494646ffffff0057454250",
    "0000001866747970617669660000000061766966",
    "000000186674797068656963000000006d696631",
  );
  await fc.assert(
    fc.asyncProperty(start, fc.uint8Array({ maxLength: 4000 }), async (hex, rest) => {
      expect(await send(Buffer.concat([Buffer.from(hex, "hex"), rest]), "x.jpg")).toBe("refused");
      accounts.damaged++;
    }),
    { numRuns: RANDOM, endOnFailure: true },
  );
  expect(site.log).toEqual([]);
}, 120_000);

it("records the figures of this run", () => {
  expect(accounts).toMatchObject({ corpus: CORPUS.length, names: NAMES.length });
  writeFigures("5-uploads", {
    promise: "No uploaded byte is served: a file is refused with a sentence, or decoded and encoded again",
    figures:
      `${CORPUS.length} bombs, polyglots, truncated and unusual files, ${NAMES.length} hostile names, ` +
      `${accounts.damaged} damaged and random files`,
  });
});
