/** Pictures that an existing project has already, put there by the old site. */
import { Hono } from "hono";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { Dossier, StoredImage } from "#domain/stored-image.ts";
import type { App } from "#server/app-env.ts";
import { serveImages } from "#server/static.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { startRelay } from "#tests/emulators/storage-relay.ts";
import { jpeg, phonePhoto } from "#tests/images/pictures.ts";
import { EMULATEUR, hostedBucket, lireAdresse } from "./hosted-bucket.ts";

const FETE: Dossier = { collection: "evenements", id: "Fête0825" };
const ICI = "evenements/Fête0825";

const plate = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#888" } });

/** @returns a JPEG whose size stands behind `octets` bytes of comments */
function avecEntete(image: Buffer, octets: number): Buffer {
  const commentaires: Buffer[] = [];
  for (let reste = octets; reste > 0; reste -= 60_000) {
    const segment = Buffer.alloc(60_004, 32);
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(60_002, 2);
    commentaires.push(segment);
  }
  return Buffer.concat([image.subarray(0, 2), ...commentaires, image.subarray(2)]);
}

/** Waits until a store has made what it lacks. @returns the store */
async function ready<Store extends ReturnType<ReturnType<typeof hostedBucket>["start"]>>(
  images: Store,
): Promise<Store> {
  await images.resume();
  await images.idle();
  return images;
}

/** What a page may show: widths by type, and whether everything is there and as small as it says. */
async function shown(images: ReturnType<ReturnType<typeof hostedBucket>["start"]>, image: StoredImage | null) {
  const app: App = new Hono();
  serveImages(app, images.imageFile);
  const widths: Record<string, number[]> = {};
  for (const { type, variantes } of image?.sources ?? [])
    for (const { url, largeur } of variantes) {
      const response = await app.request(url);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
      const { width } = await sharp(await response.arrayBuffer()).metadata();
      expect([url, width]).toEqual([url, largeur]);
      widths[type] = [...(widths[type] ?? []), largeur];
    }
  return widths;
}

describeHosted("a picture of an existing project", () => {
  it.each([
    ["affiche.jpg", () => jpeg(700, 300)],
    ["été 2025 #1 & (fin) ?.png", () => plate(700, 300).png().toBuffer()],
    ["a&b=c+d's;e.gif", () => plate(700, 300).gif().toBuffer()],
    ["100 %2e%2fx.webp", () => plate(700, 300).webp().toBuffer()],
    ["sans-extension", () => plate(700, 300).avif().toBuffer()],
    ["nommée.html", () => jpeg(700, 300)],
  ])("gets the widths and formats of a new one, and keeps its file, whatever it is called: %j", async (nom, octets) => {
    const { start, televerse, depose, contenu, brut } = hostedBucket();
    const envoyee = await octets();
    // The emulator decodes the name in a download URL twice, and ends at a `%`; Google decodes it once.
    const deposer = nom.includes("%") ? depose : televerse;
    await deposer(`${ICI}/${nom}`, envoyee);
    const images = await ready(start());
    const image = await images.last(FETE);
    expect(image).toMatchObject({ path: `${ICI}/${nom}`, largeur: 700, hauteur: 300, teinte: expect.any(String) });
    expect((await images.lastOfEach("evenements")).get(FETE.id)).toEqual(image);
    const widths = [480, 700];
    expect(await shown(images, image)).toEqual({ "image/avif": widths, "image/webp": widths, "image/jpeg": widths });
    expect(image?.partage).toMatch(/-partage\.jpg$/);
    expect((await brut(`${ICI}/${nom}`)).equals(envoyee)).toBe(true);
    expect((await contenu()).map(({ name }) => name)).not.toContainEqual(expect.stringContaining("master"));
  });

  it("is never sent to a card as a camera made it: 6000 × 4000 pixels", { timeout: 120_000 }, async () => {
    const { start, televerse } = hostedBucket();
    const photo = await plate(6000, 4000).jpeg({ quality: 95 }).toBuffer();
    await televerse(`${ICI}/photo.jpg`, photo);
    const images = start();
    // Asked for before anything was made: no page waits for it, and none shows the file itself.
    expect(await images.last(FETE)).toBeNull();
    await images.idle();
    const image = await images.last(FETE);
    expect(image).toMatchObject({ largeur: 1600, hauteur: 1067 });
    const widths = [480, 960, 1600];
    expect(await shown(images, image)).toEqual({ "image/avif": widths, "image/webp": widths, "image/jpeg": widths });
  });

  it("has the size in which one sees it, however a phone wrote it and wherever in the file it stands", async () => {
    const { start, televerse } = hostedBucket();
    await televerse("membres/a/debout.jpg", await phonePhoto(900, 600));
    await televerse("membres/b/loin.jpg", avecEntete(await jpeg(640, 480), 300_000));
    const photos = await (await ready(start())).lastOfEach("membres");
    expect(photos.get("a")).toMatchObject({ largeur: 600, hauteur: 900 });
    expect(photos.get("b")).toMatchObject({ largeur: 640, hauteur: 480 });
  });

  it("is made once for all instances and all starts, and mended upright from its own file", async () => {
    const { start, televerse, contenu, efface } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await phonePhoto(900, 600));
    await Promise.all([ready(start()), ready(start())]);
    const files = (await contenu()).map(({ name }) => name).filter((name) => name.startsWith("variantes/"));
    expect(files).toHaveLength(2 * 3 + 1);

    const { origine, demandes } = await startRelay(EMULATEUR);
    const later = await ready(start({ origine }));
    const image = await later.last(FETE);
    expect(image).toMatchObject({ largeur: 600, hauteur: 900 });
    expect(demandes.filter(({ methode }) => methode !== "GET")).toEqual([]);
    expect(demandes.filter(({ recherche }) => recherche.get("alt") === "media")).toEqual([]);

    const lost = files.find((name) => name.endsWith("-600.webp")) ?? "";
    await efface(lost);
    expect(await shown(await ready(start()), image)).toMatchObject({ "image/webp": [480, 600] });
  });

  it("is the one that was stored last, whatever its name", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/z.jpg`, await jpeg(100, 50));
    await televerse(`${ICI}/a.jpg`, await jpeg(200, 50));
    expect((await (await ready(start())).last(FETE))?.path).toBe(`${ICI}/a.jpg`);
  });

  it("is shown without a download URL too, and that is told once, without its name", async () => {
    const { start, depose } = hostedBucket();
    await depose(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const phrases: string[] = [];
    const images = await ready(start({ onWarning: (phrase) => phrases.push(phrase) }));
    expect(await images.last(FETE)).toMatchObject({ largeur: 700 });
    expect(phrases).toEqual(["evenements: The given file does not have any download URLs."]);
  });

  it("is read through its download URL, and by the server’s credentials once that was revoked", async () => {
    const { start, televerse, revoque } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const { origine, demandes } = await startRelay(EMULATEUR);
    await ready(start({ origine }));
    expect(demandes.filter(({ recherche }) => recherche.has("token"))).toHaveLength(1);
    await televerse(`${ICI}/autre.jpg`, await jpeg(600, 300));
    await revoque(`${ICI}/autre.jpg`);
    expect(await (await ready(start({ origine, onWarning: () => {} }))).last(FETE)).toMatchObject({ largeur: 600 });
  });

  it("is made anew when the old site replaces it under its name", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(100, 50));
    const images = await ready(start());
    const avant = await images.last(FETE);
    await televerse(`${ICI}/affiche.jpg`, await jpeg(200, 50));
    expect(await images.last(FETE)).toBeNull();
    await images.idle();
    const apres = await images.last(FETE);
    expect(apres).toMatchObject({ largeur: 200, path: avant?.path });
    expect(apres?.url).not.toBe(avant?.url);
  });

  it("stands behind what is no picture: that is told, not shown, and not tried again by anybody", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await televerse(`${ICI}/dessin.svg`, svg, "image/svg+xml");
    await televerse(`${ICI}/lettre.pdf`, Buffer.from("%PDF-1.7"), "application/pdf");
    const whole = await jpeg(700, 300);
    await televerse(`${ICI}/coupee.jpg`, whole.subarray(0, whole.length / 2));
    await televerse(`${ICI}/enorme.jpg`, Buffer.concat([await jpeg(60, 40), Buffer.alloc(25 * 1024 * 1024)]));
    await televerse(`${ICI}/plus/bas.jpg`, await jpeg(60, 40));
    const phrases: string[] = [];
    const images = start({ onWarning: (phrase) => phrases.push(phrase) });
    for (let asked = 0; asked < 5; asked++) {
      await images.last(FETE);
      await images.idle();
    }
    expect((await images.last(FETE))?.path).toBe(`${ICI}/affiche.jpg`);
    expect(phrases.sort()).toEqual([
      ...Array.from({ length: 3 }, () => "evenements: a file that is no picture, or a damaged one, is not shown"),
      "evenements: a picture over 25 MB is not shown",
    ]);
    const { origine, demandes } = await startRelay(EMULATEUR);
    const other = await ready(start({ origine, onWarning: () => {} }));
    expect((await other.last(FETE))?.path).toBe(`${ICI}/affiche.jpg`);
    expect(demandes.filter(({ recherche }) => recherche.get("alt") === "media")).toEqual([]);
  });

  it("leaves its card without a picture, and the others with theirs, when it cannot be read just now", async () => {
    const { start, televerse } = hostedBucket();
    await televerse("membres/a/a.jpg", await jpeg(100, 50));
    await televerse("membres/b/b.jpg", await jpeg(100, 50));
    const { origine, demandes } = await startRelay(EMULATEUR, ({ chemin, recherche }) =>
      recherche.get("alt") === "media" && chemin.includes("a.jpg") ? { status: 403 } : null,
    );
    const pannes: unknown[] = [];
    const images = await ready(start({ origine, onError: (panne) => pannes.push(panne) }));
    for (let asked = 0; asked < 3; asked++) {
      expect([...(await images.lastOfEach("membres")).keys()]).toEqual(["b"]);
      await images.idle();
    }
    expect(pannes).toHaveLength(1);
    expect(demandes.filter(({ chemin }) => chemin.startsWith("/v0/") && chemin.includes("a.jpg"))).toHaveLength(1);
  });

  it("stays until it is replaced, and can be deleted like any other", async () => {
    const { start, televerse, contenu } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const images = await ready(start());
    const ancienne = await images.last(FETE);
    const issue = await images.save(FETE, { nom: "affiche.jpg", octets: await jpeg(500, 300) });
    expect(issue).toMatchObject({ ok: true, valeur: { path: `${ICI}/affiche-2.jpg` } });
    expect((await images.last(FETE))?.path).toBe(`${ICI}/affiche-2.jpg`);
    await images.idle();
    await images.remove(`${ICI}/affiche-2.jpg`);
    expect(await images.last(FETE)).toEqual(ancienne);
    await images.remove(`${ICI}/affiche.jpg`);
    expect(await images.last(FETE)).toBeNull();
    expect(await lireAdresse(images, ancienne?.url ?? "")).toBeNull();
    expect(await contenu()).toEqual([]);
  });

  it("is set aside, brought back with its download URL, and discarded like any other", async () => {
    const { start, televerse, contenu, parJeton } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const images = await ready(start());
    const avant = await images.last(FETE);
    await images.setAside(FETE);
    expect(await images.last(FETE)).toBeNull();
    expect(await images.folders("evenements")).toMatchObject([{ id: FETE.id, misDeCote: true }]);
    await images.bringBack(FETE);
    expect(await images.last(FETE)).toEqual(avant);
    const [objet] = await contenu();
    const jeton = objet?.metadata?.firebaseStorageDownloadTokens ?? "";
    expect((await parJeton(`${ICI}/affiche.jpg`, jeton)).status).toBe(200);
    await images.setAside(FETE);
    await images.discard(FETE);
    expect(await contenu()).toEqual([]);
  });

  it("is never taken for a leftover of a card that was not written", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const images = start();
    expect(await images.folders("evenements")).toEqual([]);
    await ready(images);
    expect(await images.last(FETE)).not.toBeNull();
    expect(await images.folders("evenements")).toEqual([]);
  });

  it("is found among more than a listing gives at once", async () => {
    const { start, depose } = hostedBucket();
    const octets = await jpeg(20, 20);
    const mesures = { cle: "a".repeat(20), largeur: "20", hauteur: "20", ancienne: "1" };
    const ids = Array.from({ length: 1001 }, (_, n) => `Membre${n}`);
    for (let i = 0; i < ids.length; i += 25)
      await Promise.all(ids.slice(i, i + 25).map((id) => depose(`membres/${id}/photo.jpg`, octets, mesures)));
    const photos = await start().lastOfEach("membres");
    expect([...photos.keys()].sort()).toEqual(ids.sort());
  }, 120_000);
});
