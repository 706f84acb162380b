/** What the hosted store of pictures promises beyond the contract: other instances, faults, the bucket as others see it. */

import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { Dossier, StoredImage } from "#domain/stored-image.ts";
import type { ImageStore } from "#ports/image-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { type Demande, startRelay } from "#tests/emulators/storage-relay.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { LONG } from "#tests/rounds.ts";
import { EMULATEUR, hostedBucket, lireAdresse } from "./hosted-bucket.ts";

const FETE: Dossier = { collection: "evenements", id: "Fête0825" };
const UN_JOUR_MS = 24 * 60 * 60 * 1000;

const save = async (images: ImageStore, octets: Uint8Array, nom = "affiche.jpg"): Promise<StoredImage> => {
  const issue = await images.save(FETE, { nom, octets });
  if (!issue.ok) throw new Error(`${nom} was refused: ${issue.raison}`);
  return issue.valeur;
};

const formats = (image: StoredImage | null) => image?.sources.map(({ type }) => type.slice("image/".length));

/** Whether a request writes the object that makes a picture count. */
const ecritLImage = ({ methode, recherche }: Demande) =>
  methode === "POST" && recherche.get("name")?.startsWith("evenements/") === true;

describeHosted("a picture in the bucket", () => {
  it("is its largest JPEG to whoever lists the folder, with a download URL that needs nothing but its token", async () => {
    const { start, contenu, parJeton } = hostedBucket();
    const images = start();
    const image = await save(images, await jpeg(1800, 900));
    await images.idle();
    const objets = await contenu();
    const [seul, ...autres] = objets.filter(({ name }) => name.startsWith("evenements/"));
    expect(autres).toEqual([]);
    expect(seul?.name).toBe("evenements/Fête0825/affiche.jpg");
    const jeton = seul?.metadata?.firebaseStorageDownloadTokens ?? "";
    expect(jeton).toMatch(/^[0-9a-f-]{36}$/);
    const vue = await parJeton("evenements/Fête0825/affiche.jpg", jeton);
    expect(vue.headers.get("content-type")).toBe("image/jpeg");
    const octets = Buffer.from(await vue.arrayBuffer());
    expect(octets.equals((await lireAdresse(images, image.url)) ?? Buffer.alloc(0))).toBe(true);
    expect((await sharp(octets).metadata()).width).toBe(1600);
    expect((await parJeton("evenements/Fête0825/affiche.jpg", "un-autre")).status).toBe(403);
  });

  it("has no file that anybody could need no more, once every format is there", async () => {
    const { start, contenu } = hostedBucket();
    const images = start();
    await save(images, await jpeg(600, 400));
    await images.idle();
    const noms = (await contenu()).map(({ name }) => name.replace(/[0-9a-f]{20}/, "CLE"));
    const ici = "variantes/evenements/Fête0825/CLE";
    expect(noms).toEqual([
      "evenements/Fête0825/affiche.jpg",
      ...["480.avif", "480.jpg", "480.webp", "600.avif", "600.jpg", "600.webp", "partage.jpg"].map(
        (f) => `${ici}-${f}`,
      ),
    ]);
    await images.remove("evenements/Fête0825/affiche.jpg");
    expect(await contenu()).toEqual([]);
  });

  it("tells of every change that a reader can see", async () => {
    const seen: Promise<StoredImage | null>[] = [];
    const images = hostedBucket().start({ onChange: () => seen.push(images.last(FETE)) });
    const image = await save(images, await jpeg(100, 50));
    await images.idle();
    await images.setAside(FETE);
    await images.bringBack(FETE);
    await images.remove(image.path);
    expect((await Promise.all(seen)).at(-1)).toBeNull();
    expect(seen).toHaveLength(5);
  });

  it("is fetched once, however many look at it", async () => {
    const { start } = hostedBucket();
    const { origine, demandes } = await startRelay(EMULATEUR);
    const images = start({ origine });
    const { url } = await save(images, await jpeg(300, 200));
    await images.idle();
    demandes.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => lireAdresse(images, url)));
    expect(await lireAdresse(images, url)).not.toBeNull();
    expect(demandes).toHaveLength(1);
  });

  it("has no other address: nothing else of the bucket is ever answered", async () => {
    const { start, televerse } = hostedBucket();
    const images = start();
    const { url } = await save(images, await jpeg(300, 200));
    await televerse("prive/liste.jpg", await jpeg(60, 40));
    const cle = /[0-9a-f]{20}/.exec(url)?.[0];
    for (const [collection, id, nom] of [
      ["evenements", "Fête0825", `${cle}-master.jpg`],
      ["evenements", "Fête0825", "affiche.jpg"],
      ["evenements", "Fête0825", "1-affiche.jpg"],
      ["evenements", "..", `${cle}-300.jpg`],
      ["evenements", "Fête0825/..", `${cle}-300.jpg`],
      ["evenements", "Fête0825", `../Fête0825/${cle}-300.jpg`],
      ["variantes/evenements", "Fête0825", `${cle}-300.jpg`],
      ["prive", "liste.jpg", ""],
      ["__proto__", "Fête0825", `${cle}-300.jpg`],
      ["evenements", "Fête0825", "1-../../prive/liste.jpg"],
    ] as const)
      expect(await images.imageFile(collection, id, nom)).toBeNull();
    const segment = fc.oneof(fc.string(), fc.constantFrom("..", "prive", "/", "1-..", "1-/prive/liste.jpg"));
    await fc.assert(
      fc.asyncProperty(segment, segment, async (id, nom) => {
        expect(await images.imageFile("evenements", id, nom)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});

describeHosted("two instances on one bucket", () => {
  it("see each other’s pictures", async () => {
    const { start } = hostedBucket();
    const [ici, la] = [start(), start()];
    const { url } = await save(ici, await jpeg(300, 200));
    await ici.idle();
    expect(await la.last(FETE)).toEqual(await ici.last(FETE));
    expect(await lireAdresse(la, url)).toEqual(await lireAdresse(ici, url));
    await la.setAside(FETE);
    expect(await ici.last(FETE)).toBeNull();
  });

  it("never overwrite each other: two posters of the same name at the same moment are two posters", async () => {
    const { start } = hostedBucket();
    const { origine } = await startRelay(EMULATEUR);
    const [ici, la] = [start({ origine }), start({ origine })];
    const deux = await Promise.all([save(ici, await jpeg(100, 50)), save(la, await jpeg(200, 50))]);
    expect(deux.map(({ path }) => path).sort()).toEqual([
      "evenements/Fête0825/affiche-2.jpg",
      "evenements/Fête0825/affiche.jpg",
    ]);
    const [premiere, seconde] = deux;
    await ici.remove(premiere.path);
    expect(await la.last(FETE)).toMatchObject({ path: seconde.path, largeur: 200 });
  });

  it("leave nothing of a picture that one deletes while the other still makes its formats", async () => {
    const { start, contenu } = hostedBucket();
    const [ici, la] = [start(), start()];
    const { path } = await save(ici, await jpeg(1600, 1200));
    await la.remove(path);
    await ici.idle();
    expect(await ici.last(FETE)).toBeNull();
    expect(await contenu()).toEqual([]);
  });

  it("answer no more for a picture that the other has deleted, once they were told", async () => {
    const { start } = hostedBucket();
    const [ici, la] = [start(), start()];
    const { path, url } = await save(ici, await jpeg(300, 200));
    await ici.idle();
    expect(await lireAdresse(la, url)).not.toBeNull();
    await ici.remove(path);
    la.forget("evenements");
    expect(await lireAdresse(la, url)).toBeNull();
  });

  it("take up what the other left undone, both at once too", async () => {
    const { start, contenu } = hostedBucket();
    const morte = start();
    await save(morte, await jpeg(300, 200));
    await morte.stop();
    const [ici, la] = [start(), start()];
    await Promise.all([ici.resume(), la.resume()]);
    await Promise.all([ici.idle(), la.idle()]);
    expect(formats(await ici.last(FETE))).toEqual(["avif", "webp", "jpeg"]);
    expect((await contenu()).filter(({ name }) => name.includes("master"))).toEqual([]);
  });

  it("sweep up files without a picture after a day, not those of an upload that may be under way", async () => {
    const { start, depose, contenu } = hostedBucket();
    const images = start();
    await save(images, await jpeg(300, 200));
    await images.idle();
    const avant = await contenu();
    const orphelins = ["480.jpg", "partage.jpg", "master.jpg"].map(
      (nom) => `variantes/evenements/Loto1125/0123456789abcdef0123-${nom}`,
    );
    for (const nom of orphelins) await depose(nom, await jpeg(20, 20));
    await depose("variantes/a-garder.txt", Buffer.from("x"));
    await images.resume();
    await images.idle();
    expect(await contenu()).toHaveLength(avant.length + 4);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.1 * UN_JOUR_MS });
    onTestFinished(() => void vi.useRealTimers());
    await images.resume();
    await images.idle();
    const noms = [...avant.map(({ name }) => name), "variantes/a-garder.txt"];
    expect((await contenu()).map(({ name }) => name)).toEqual(noms.sort());
  });

  it("make again what is missing in the bucket", async () => {
    const { start, contenu, bucket } = hostedBucket();
    const images = start();
    await save(images, await jpeg(600, 400));
    await images.idle();
    const avant = (await contenu()).map(({ name }) => name);
    for (const nom of avant.filter((un) => un.startsWith("variantes/")))
      await fetch(`${EMULATEUR}/b/${bucket}/o/${encodeURIComponent(nom)}`, { method: "DELETE" });
    const autre = start();
    await autre.resume();
    await autre.idle();
    expect((await contenu()).map(({ name }) => name)).toEqual(avant);
  });
});

/** One call of each kind; what a person waits for. */
const APPELS: Record<string, (images: ImageStore, octets: Buffer) => Promise<unknown>> = {
  save: (images, octets) => images.save(FETE, { nom: "x.jpg", octets }),
  last: (images) => images.last(FETE),
  lastOfEach: (images) => images.lastOfEach("membres"),
  folders: (images) => images.folders("membres"),
  setAside: (images) => images.setAside(FETE),
  bringBack: (images) => images.bringBack(FETE),
  discard: (images) => images.discard(FETE),
};

describeHosted("a fault of the store", () => {
  const fautes = [
    ["the bucket is absent", { status: 404 }, "the bucket does not exist"],
    ["the project is on the Spark plan", { status: 402 }, "Blaze plan"],
    ["it asks for patience", { status: 429 }, "answer 429"],
    ["it is unavailable", { status: 503 }, "answer 503"],
    ["the connection breaks", "coupure", "ECONNRESET"],
    ["it never answers", "silence", "no answer in time"],
  ] as const;

  // The others last until calls give up.
  it.each(LONG ? fautes : fautes.slice(0, 2))(
    "is thrown by every method when %s, in bounded time, without a name or an address",
    async (_, sort, raison) => {
      const { start, bucket } = hostedBucket();
      const { origine } = await startRelay(null, () => sort);
      const images = start({ origine });
      const octets = await jpeg(60, 40);
      await Promise.all(
        Object.entries(APPELS).map(async ([nom, appel]) => {
          const debut = performance.now();
          const panne = await appel(images, octets).then(
            () => null,
            (une: Error) => une,
          );
          expect(panne?.message, nom).toContain(raison);
          // What the log shows of it.
          expect(panne, nom).toMatchObject({ name: "CloudStorage", code: expect.stringMatching(/^[A-Z0-9]+$/) });
          expect(`${panne?.stack}${JSON.stringify(panne)}`, nom).not.toMatch(
            new RegExp(`127\\.0\\.0\\.1|${bucket}|Fête|x\\.jpg|oken`),
          );
          expect(performance.now() - debut, nom).toBeLessThan(nom === "save" ? 30_000 : 10_000);
        }),
      );
    },
    60_000,
  );

  it("that passes at once is not felt", async () => {
    const { start } = hostedBucket();
    const vues = new Set<string>();
    const { origine } = await startRelay(EMULATEUR, ({ methode, chemin, recherche }) => {
      const cle = `${methode} ${chemin} ${recherche}`;
      if (vues.has(cle)) return null;
      vues.add(cle);
      return vues.size % 2 ? { status: 503 } : "coupure";
    });
    const images = start({ origine });
    const { url } = await save(images, await jpeg(300, 200));
    await images.idle();
    expect(formats(await images.last(FETE))).toEqual(["avif", "webp", "jpeg"]);
    expect(await lireAdresse(images, url)).not.toBeNull();
  });

  it.each([
    ["the picture’s own object", ecritLImage],
    ["its share picture", ({ recherche }: Demande) => recherche.get("name")?.includes("partage") === true],
  ])("while %s is written leaves nothing in the bucket", async (_, laquelle) => {
    const { start, contenu } = hostedBucket();
    const { origine } = await startRelay(EMULATEUR, (demande) => (laquelle(demande) ? { status: 503 } : null));
    const images = start({ origine });
    await expect(save(images, await jpeg(600, 400))).rejects.toThrow("answer 503");
    expect(await images.last(FETE)).toBeNull();
    expect(await contenu()).toEqual([]);
  });

  it("that loses the answer to an upload does not make two pictures of it", async () => {
    const { start } = hostedBucket();
    let perdues = 0;
    const { origine } = await startRelay(EMULATEUR, (demande) =>
      ecritLImage(demande) && perdues++ === 0 ? "reponse-perdue" : null,
    );
    const images = start({ origine });
    const { path } = await save(images, await jpeg(300, 200));
    expect(perdues).toBe(2);
    expect(path).toBe("evenements/Fête0825/affiche.jpg");
    await images.idle();
    await images.remove(path);
    expect(await images.last(FETE)).toBeNull();
  });

  it("while a folder is set aside leaves it as it was shown", async () => {
    const { start } = hostedBucket();
    let ratees = 0;
    const { origine } = await startRelay(EMULATEUR, ({ methode, chemin }) =>
      methode === "PATCH" && chemin.endsWith("b.jpg") && ratees++ === 0 ? { status: 403 } : null,
    );
    const calme = start();
    await save(calme, await jpeg(100, 50), "a.jpg");
    await save(calme, await jpeg(200, 50), "b.jpg");
    await calme.idle();
    const avant = await calme.last(FETE);
    await expect(start({ origine }).setAside(FETE)).rejects.toThrow("credentials");
    expect(await calme.last(FETE)).toEqual(avant);
    expect(await calme.folders("evenements")).toMatchObject([{ misDeCote: false }]);
    await calme.remove(avant?.path ?? "");
    expect((await calme.last(FETE))?.path).toBe("evenements/Fête0825/a.jpg");
  });

  it("in what nobody waits for keeps the formats that are there, and is told", async () => {
    const { start } = hostedBucket();
    const { origine } = await startRelay(EMULATEUR, ({ recherche }) =>
      recherche.get("name")?.endsWith(".avif") ? { status: 503 } : null,
    );
    const pannes: unknown[] = [];
    const images = start({ origine, onError: (panne) => pannes.push(panne) });
    await save(images, await jpeg(300, 200));
    await images.idle();
    expect(pannes).toHaveLength(1);
    expect(formats(await images.last(FETE))).toEqual(["webp", "jpeg"]);
    const apres = start();
    await apres.resume();
    await apres.idle();
    expect(formats(await apres.last(FETE))).toEqual(["avif", "webp", "jpeg"]);
  });

  describe("at the start of the site", () => {
    it.each([
      [{ status: 404 }, "the bucket does not exist"],
      [{ status: 402 }, "Blaze plan"],
      [{ status: 403 }, "may not use the bucket"],
    ] as const)("is one clear line that names the setting: %j", async (sort, raison) => {
      const { start, bucket } = hostedBucket();
      const { origine } = await startRelay(null, () => sort);
      const phrase = await start({ origine }).problem();
      expect(phrase).toContain(`FIREBASE_STORAGE_BUCKET=${bucket}: `);
      expect(phrase).toContain(raison);
      expect(phrase).not.toContain("\n");
    });

    it("is none when the bucket answers, and none that keeps the site from starting when nobody does", async () => {
      const { start } = hostedBucket();
      expect(await start().problem()).toBeNull();
      const { origine } = await startRelay(null, () => ({ status: 503 }));
      expect(await start({ origine }).problem()).toBeNull();
    });
  });
});
