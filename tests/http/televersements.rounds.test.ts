/** Hostile, broken and unusual files through the real form: refused in French, or served as pictures of our own making. */

import fc from "fast-check";
import sharp from "sharp";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { CORPUS, ENTIERS, NOMS } from "#tests/corpus/files.ts";
import { noter } from "#tests/figures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { rounds } from "#tests/rounds.ts";
import { supprimer } from "#usecases/supprimer.ts";
import { ouvrirSite, phrases, type SiteDEssai } from "./site.ts";

/** Damaged copies of each format, and files of random bytes behind each format's beginning. */
const ABIMES_PAR_FORMAT = rounds(3, 25);
const HASARD = rounds(10, 60);

const EVENEMENT = { Nom: "Fête", mois: "08", annee: "2025", Lieu: "Lac", AfterMovie: "", hp: "" };
const FETE = { collection: "evenements", id: "Fête0825" } as const;
const REFUS = new Set([400, 413, 415]);
const TYPES: Record<string, string> = { jpeg: "image/jpeg", webp: "image/webp", heif: "image/avif" };

let site: SiteDEssai;
let cookie: string;
let envois = 0;
const comptes = { corpus: 0, abimes: 0, noms: 0 };

beforeAll(async () => {
  site = await ouvrirSite({ TRUST_PROXY: "1" });
  cookie = await site.seConnecter();
});
afterAll(() => site.fermer());
afterEach(async () => {
  const { evenements, images } = site.services;
  await supprimer(evenements, images, "evenements", FETE.id);
});

async function envoyer(octets: Uint8Array, nom: string): Promise<"accepte" | "refuse"> {
  const body = new FormData();
  for (const [champ, valeur] of Object.entries(EVENEMENT)) body.append(champ, valeur);
  body.append("image", new File([new Uint8Array(octets)], nom));
  // Each from an address of its own: a limit per address is for other tests.
  const adresse = `10.0.${envois >> 8}.${envois & 255}`;
  envois++;
  const headers = { origin: site.config.publicUrl, cookie, "x-forwarded-for": adresse };
  const reponse = await site.demander("/evenement/create", { method: "POST", body, headers });
  if (reponse.status === 302) return "accepte";
  expect(REFUS).toContain(reponse.status);
  const html = await reponse.text();
  expect(phrases(html)).toEqual([["image", expect.stringMatching(/^(?:Ce fichier|Cette image|Choisissez) .*\.$/)]]);
  expect(await site.services.evenements.list()).toEqual([]);
  expect(await site.services.images.folders("evenements")).toEqual([]);
  return "refuse";
}

/** @returns every file that the site serves of the card's picture; each is what it says it is, and nothing more */
async function servis(): Promise<Buffer[]> {
  const image = await site.services.images.last(FETE);
  const fichiers: Buffer[] = [];
  for (const { type, variantes } of image?.sources ?? [])
    for (const { url } of variantes) {
      const reponse = await site.demander(url);
      const fichier = Buffer.from(await reponse.bytes());
      const metadata = await sharp(fichier).metadata();
      await sharp(fichier, { failOn: "error" }).stats();
      expect(reponse.headers.get("content-type")).toBe(type);
      expect(TYPES[metadata.format]).toBe(type);
      for (const quoi of ["exif", "xmp", "iptc", "comments"]) expect(metadata).not.toHaveProperty(quoi);
      fichiers.push(fichier);
    }
  expect(fichiers).not.toEqual([]);
  return fichiers;
}

it.each(CORPUS)("$nom: $sort", async ({ nom, octets, sort, marque }) => {
  const issue = await envoyer(await octets(), nom);
  if (sort !== "l-un-ou-l-autre") expect(issue).toBe(sort);
  if (issue === "accepte")
    for (const fichier of await servis()) if (marque) expect(fichier.includes(marque)).toBe(false);
  expect(site.journal).toEqual([]);
  comptes.corpus++;
});

it.each(NOMS.map((nom) => [nom.slice(0, 30), nom]))(
  "a picture called %j leaves that name nowhere but in its path",
  async (_, nom) => {
    expect(await envoyer(await jpeg(64, 48), nom)).toBe("accepte");
    const image = await site.services.images.last(FETE);
    expect(image?.path).toMatch(/^evenements\/Fête0825\/[^/\\\p{C}"<>:%=]{1,100}$/u);
    expect(image?.url).toMatch(/^\/images\/evenements\/F%C3%AAte0825\/[0-9a-f]{20}-64\.jpg$/);
    await servis();
    comptes.noms++;
  },
);

it.each(ENTIERS)(
  "a $format with any of its bits turned is refused or becomes a clean picture",
  async ({ octets }) => {
    const fichier = await octets();
    const degat = fc.record({ ou: fc.nat(fichier.length - 1), quoi: fc.integer({ min: 1, max: 255 }) });
    await fc.assert(
      fc.asyncProperty(fc.array(degat, { minLength: 1, maxLength: 8 }), async (degats) => {
        const abime = new Uint8Array(fichier);
        for (const { ou, quoi } of degats) abime[ou] = (abime[ou] ?? 0) ^ quoi;
        if ((await envoyer(abime, "x.jpg")) === "accepte") {
          await servis();
          await supprimer(site.services.evenements, site.services.images, "evenements", FETE.id);
        }
        comptes.abimes++;
      }),
      { numRuns: ABIMES_PAR_FORMAT, endOnFailure: true },
    );
    expect(site.journal).toEqual([]);
  },
  120_000,
);

it("random bytes behind the beginning of a picture are refused", async () => {
  const debut = fc.constantFrom(
    "",
    "ffd8ffe0",
    "89504e470d0a1a0a",
    "52494646ffffff0057454250",
    "0000001866747970617669660000000061766966",
    "000000186674797068656963000000006d696631",
  );
  await fc.assert(
    fc.asyncProperty(debut, fc.uint8Array({ maxLength: 4000 }), async (hex, suite) => {
      expect(await envoyer(Buffer.concat([Buffer.from(hex, "hex"), suite]), "x.jpg")).toBe("refuse");
      comptes.abimes++;
    }),
    { numRuns: HASARD, endOnFailure: true },
  );
  expect(site.journal).toEqual([]);
}, 120_000);

it("the figures of all of them are kept", () => {
  expect(comptes).toMatchObject({ corpus: CORPUS.length, noms: NOMS.length });
  noter("5-uploads", {
    promesse: "Nothing is served as it was sent: a file is refused in words, or decoded and encoded anew",
    chiffres:
      `${CORPUS.length} bombs, polyglots, truncated and unusual files, ${NOMS.length} hostile names, ` +
      `${comptes.abimes} damaged and random files`,
  });
});
