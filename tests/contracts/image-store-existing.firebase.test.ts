/** Pictures that an existing project has already, put there by the old site. */
import { Hono } from "hono";
import sharp from "sharp";
import { expect, it } from "vitest";
import type { Dossier } from "#ports/image-store.ts";
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

describeHosted("a picture of an existing project", () => {
  it.each([
    ["affiche.jpg", "image/jpeg", () => jpeg(700, 300)],
    ["été 2025 #1 & (fin) ?.png", "image/png", () => plate(700, 300).png().toBuffer()],
    ["a&b=c+d's;e.gif", "image/gif", () => plate(700, 300).gif().toBuffer()],
    ["100 %2e%2fx.webp", "image/webp", () => plate(700, 300).webp().toBuffer()],
    ["sans-extension", "image/avif", () => plate(700, 300).avif().toBuffer()],
    ["nommée.html", "image/jpeg", () => jpeg(700, 300)],
  ])("is shown as it is, from an address of the site, whatever it is called: %j", async (nom, type, octets) => {
    const { start, televerse, depose } = hostedBucket();
    const envoyee = await octets();
    // The emulator decodes the name in a download URL twice, and ends at a `%`; Google decodes it once.
    const deposer = nom.includes("%") ? depose : televerse;
    await deposer(`${ICI}/${nom}`, envoyee);
    const images = start();
    const image = await images.last(FETE);
    expect(image).toMatchObject({ path: `${ICI}/${nom}`, largeur: 700, hauteur: 300, sources: [], partage: null });
    expect((await images.lastOfEach("evenements")).get(FETE.id)).toEqual(image);
    const app: App = new Hono();
    serveImages(app, images.imageFile);
    const reponse = await app.request(image?.url ?? "");
    expect([reponse.status, reponse.headers.get("content-type")]).toEqual([200, type]);
    expect(reponse.headers.get("content-length")).toBe(String(envoyee.length));
    expect(Buffer.from(await reponse.arrayBuffer()).equals(envoyee)).toBe(true);
  });

  it("has the size in which one sees it, however a phone wrote it and wherever in the file it stands", async () => {
    const { start, televerse } = hostedBucket();
    await televerse("membres/a/debout.jpg", await phonePhoto(900, 600));
    await televerse("membres/b/loin.jpg", avecEntete(await jpeg(640, 480), 300_000));
    const photos = await start().lastOfEach("membres");
    expect(photos.get("a")).toMatchObject({ largeur: 600, hauteur: 900 });
    expect(photos.get("b")).toMatchObject({ largeur: 640, hauteur: 480 });
  });

  it("is measured once for all instances and all starts", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const premiere = start();
    await premiere.resume();
    await premiere.idle();
    const { origine, demandes } = await startRelay(EMULATEUR);
    expect(await start({ origine }).last(FETE)).toMatchObject({ largeur: 700 });
    expect(demandes).toHaveLength(1);
  });

  it("is the one that was stored last, whatever its name", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/z.jpg`, await jpeg(100, 50));
    await televerse(`${ICI}/a.jpg`, await jpeg(200, 50));
    expect((await start().last(FETE))?.path).toBe(`${ICI}/a.jpg`);
  });

  it("is shown without a download URL too, and that is told once, without its name", async () => {
    const { start, depose } = hostedBucket();
    await depose(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const phrases: string[] = [];
    const images = start({ onWarning: (phrase) => phrases.push(phrase) });
    const image = await images.last(FETE);
    expect(await lireAdresse(images, image?.url ?? "")).toEqual(await jpeg(700, 300));
    expect(phrases).toEqual(["evenements: The given file does not have any download URLs."]);
  });

  it("is read through its download URL, and by the server’s credentials once that was revoked", async () => {
    const { start, televerse, revoque } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const { origine, demandes } = await startRelay(EMULATEUR);
    const images = start({ origine });
    const image = await images.last(FETE);
    expect(demandes.filter(({ recherche }) => recherche.has("token"))).toHaveLength(1);
    await revoque(`${ICI}/affiche.jpg`);
    expect(await lireAdresse(images, image?.url ?? "")).toEqual(await jpeg(700, 300));
  });

  it("gets another address when the old site replaces it under its name", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(100, 50));
    const images = start();
    const avant = await images.last(FETE);
    await televerse(`${ICI}/affiche.jpg`, await jpeg(200, 50));
    const apres = await images.last(FETE);
    expect(apres).toMatchObject({ largeur: 200, path: avant?.path });
    expect(await lireAdresse(images, apres?.url ?? "")).toEqual(await jpeg(200, 50));
    expect(await lireAdresse(images, avant?.url ?? "")).toBeNull();
  });

  it("stands behind what is no picture: that is told and not shown", async () => {
    const { start, televerse } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await televerse(`${ICI}/dessin.svg`, svg, "image/svg+xml");
    await televerse(`${ICI}/lettre.pdf`, Buffer.from("%PDF-1.7"), "application/pdf");
    await televerse(`${ICI}/coupee.jpg`, (await jpeg(700, 300)).subarray(0, 12));
    await televerse(`${ICI}/enorme.jpg`, Buffer.concat([await jpeg(60, 40), Buffer.alloc(25 * 1024 * 1024)]));
    await televerse(`${ICI}/plus/bas.jpg`, await jpeg(60, 40));
    const phrases: string[] = [];
    const images = start({ onWarning: (phrase) => phrases.push(phrase) });
    expect((await images.last(FETE))?.path).toBe(`${ICI}/affiche.jpg`);
    expect(phrases.sort()).toEqual([
      "evenements: a file that is no picture is not shown",
      "evenements: a file that is no picture is not shown",
      "evenements: a file that is no picture is not shown",
      "evenements: a file that is no picture is not shown",
      "evenements: a picture over 25 MB is not shown",
    ]);
  });

  it("leaves its card without a picture, and the others with theirs, when it cannot be read just now", async () => {
    const { start, televerse } = hostedBucket();
    await televerse("membres/a/a.jpg", await jpeg(100, 50));
    await televerse("membres/b/b.jpg", await jpeg(100, 50));
    const { origine } = await startRelay(EMULATEUR, ({ chemin, recherche }) =>
      recherche.get("alt") === "media" && chemin.includes("a.jpg") ? { status: 503 } : null,
    );
    const pannes: unknown[] = [];
    const photos = await start({ origine, onError: (panne) => pannes.push(panne) }).lastOfEach("membres");
    expect([...photos.keys()]).toEqual(["b"]);
    expect(pannes).toHaveLength(1);
  });

  it("stays until it is replaced, and can be deleted like any other", async () => {
    const { start, televerse, contenu } = hostedBucket();
    await televerse(`${ICI}/affiche.jpg`, await jpeg(700, 300));
    const images = start();
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
    const images = start();
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
    expect(await start().folders("evenements")).toEqual([]);
  });

  it("is found among more than a listing gives at once", async () => {
    const { start, depose } = hostedBucket();
    const octets = await jpeg(20, 20);
    const mesures = { largeur: "20", hauteur: "20", type: "image/jpeg" };
    const ids = Array.from({ length: 1001 }, (_, n) => `Membre${n}`);
    for (let i = 0; i < ids.length; i += 25)
      await Promise.all(ids.slice(i, i + 25).map((id) => depose(`membres/${id}/photo.jpg`, octets, mesures)));
    const photos = await start().lastOfEach("membres");
    expect([...photos.keys()].sort()).toEqual(ids.sort());
  }, 120_000);
});
