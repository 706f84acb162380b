/** What the hosted store of pictures promises beyond the contract: other instances, faults, the bucket as others see it. */

import fc from "fast-check";
import sharp from "sharp";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageStore } from "#ports/image-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { type RequestedToast, startRelay } from "#tests/emulators/storage-relay.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { LONG } from "#tests/rounds.ts";
import { EMULATOR, hostedBucket } from "./hosted-bucket.ts";
import { fetchAddress } from "./images-folder.ts";
import { EVENT, LEO, last, save as saveIn } from "./picture-place.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const aDayAgo = () => new Date(Date.now() - DAY_MS);

const save = (images: ImageStore, bytes: Uint8Array, name?: string): Promise<StoredImage> =>
  saveIn(images, EVENT, bytes, name);

const formats = (image: StoredImage | null) => image?.sources.map(({ type }) => type.slice("image/".length));

/** Whether a request writes the object that makes a picture count. */
const writesPicture = ({ method, search }: RequestedToast) =>
  method === "POST" && search.get("name")?.startsWith("evenements/") === true;

describeHosted("a picture in the bucket", () => {
  it("is its largest JPEG to whoever lists the folder, with a download URL that needs nothing but its token", async () => {
    const { start, content, byToken } = hostedBucket();
    const images = start();
    const image = await save(images, await jpeg(1800, 900));
    const objects = await content();
    const [exclusive, ...others] = objects.filter(({ name }) => name.startsWith("evenements/"));
    expect(others).toEqual([]);
    expect(exclusive?.name).toBe("evenements/Fête0825/affiche.jpg");
    const token = exclusive?.metadata?.firebaseStorageDownloadTokens ?? "";
    expect(token).toMatch(/^[0-9a-f-]{36}$/);
    const view = await byToken("evenements/Fête0825/affiche.jpg", token);
    expect(view.headers.get("content-type")).toBe("image/jpeg");
    const bytes = Buffer.from(await view.arrayBuffer());
    expect(bytes.equals((await fetchAddress(images, image.url)) ?? Buffer.alloc(0))).toBe(true);
    expect((await sharp(bytes).metadata()).width).toBe(1600);
    expect((await byToken("evenements/Fête0825/affiche.jpg", "un-autre")).status).toBe(403);
  });

  it("has all its files, and no other", async () => {
    const { start, content } = hostedBucket();
    const images = start();
    await save(images, await jpeg(600, 400));
    const names = (await content()).map(({ name }) => name.replace(/[0-9a-f]{20}/, "CLE"));
    const here = "variantes/CLE";
    expect(names).toEqual([
      "evenements/Fête0825/affiche.jpg",
      ...["480.jpg", "480.webp", "600.jpg", "600.webp", "partage.jpg", "vignette.webp"].map((f) => `${here}-${f}`),
    ]);
    await images.remove("evenements/Fête0825/affiche.jpg");
    expect(await content()).toEqual([]);
  });

  it("tells of every change that a reader can see", async () => {
    const seen: Promise<StoredImage | null>[] = [];
    const images = hostedBucket().start({ onChange: () => seen.push(images.findLast(EVENT)) });
    const image = await save(images, await jpeg(100, 50));
    await images.setHidden([image.path], true);
    await images.setHidden([image.path], false);
    await images.remove(image.path);
    expect((await Promise.all(seen)).at(-1)).toBeNull();
    expect(seen).toHaveLength(4);
  });

  it("is fetched once, however many look at it", async () => {
    const { start } = hostedBucket();
    const { origin, requests } = await startRelay(EMULATOR);
    const images = start({ origin });
    const { url } = await save(images, await jpeg(300, 200));
    requests.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => fetchAddress(images, url)));
    expect(await fetchAddress(images, url)).not.toBeNull();
    expect(requests).toHaveLength(1);
  });

  it("has no other address: nothing else of the bucket is ever answered", async () => {
    const { start, upload } = hostedBucket();
    const images = start();
    const { url } = await save(images, await jpeg(300, 200));
    await upload("prive/liste.jpg", await jpeg(60, 40));
    const key = /[0-9a-f]{20}/.exec(url)?.[0];
    for (const [collection, id, name] of [
      ["evenements", "Fête0825", `${key}-master.jpg`],
      ["evenements", "Fête0825", "affiche.jpg"],
      ["evenements", "Fête0825", "1-affiche.jpg"],
      ["evenements", "..", `${key}-300.jpg`],
      ["evenements", "Fête0825/..", `${key}-300.jpg`],
      ["evenements", "Fête0825", `../Fête0825/${key}-300.jpg`],
      ["variantes/evenements", "Fête0825", `${key}-300.jpg`],
      ["prive", "liste.jpg", ""],
      ["__proto__", "Fête0825", `${key}-300.jpg`],
      ["evenements", "Fête0825", "1-../../prive/liste.jpg"],
    ] as const)
      expect(await images.readServed(collection, id, name)).toBeNull();
    const segment = fc.oneof(fc.string(), fc.constantFrom("..", "prive", "/", "1-..", "1-/prive/liste.jpg"));
    await fc.assert(
      fc.asyncProperty(segment, segment, async (id, name) => {
        expect(await images.readServed("evenements", id, name)).toBeNull();
      }),
      { numRuns: 50 },
    );
  });
});

describeHosted("two instances on one bucket", () => {
  it("see each other’s pictures", async () => {
    const { start } = hostedBucket();
    const [here, there] = [start(), start()];
    const { path, url } = await save(here, await jpeg(300, 200));
    expect(await there.findLast(EVENT)).toEqual(await here.findLast(EVENT));
    expect(await fetchAddress(there, url)).toEqual(await fetchAddress(here, url));
    await there.setHidden([path], true);
    expect(await here.findLast(EVENT)).toBeNull();
    expect(await here.listKept(EVENT)).toMatchObject([{ path, hidden: true }]);
    const copy = await here.copy(path, LEO);
    expect((await last(there, LEO)).path).toBe(copy);
  });

  it("never overwrite each other: two posters of the same name at the same moment are two posters", async () => {
    const { start } = hostedBucket();
    const { origin } = await startRelay(EMULATOR);
    const [here, there] = [start({ origin }), start({ origin })];
    const both = await Promise.all([save(here, await jpeg(100, 50)), save(there, await jpeg(200, 50))]);
    expect(both.map(({ path }) => path).sort()).toEqual([
      "evenements/Fête0825/affiche-2.jpg",
      "evenements/Fête0825/affiche.jpg",
    ]);
    const [first, second] = both;
    await here.remove(first.path);
    expect(await there.findLast(EVENT)).toMatchObject({ path: second.path, width: 200 });
  });

  it("leave nothing of a picture that the other deletes", async () => {
    const { start, content } = hostedBucket();
    const [here, there] = [start(), start()];
    const { path } = await save(here, await jpeg(1600, 1200));
    await there.remove(path);
    expect(await here.findLast(EVENT)).toBeNull();
    expect(await content()).toEqual([]);
  });

  it("answer no more for a picture that the other has deleted, once they were told", async () => {
    const { start } = hostedBucket();
    const [here, there] = [start(), start()];
    const { path, url } = await save(here, await jpeg(300, 200));
    expect(await fetchAddress(there, url)).not.toBeNull();
    await here.remove(path);
    there.forget("evenements");
    expect(await fetchAddress(there, url)).toBeNull();
  });

  it("agree in the end when one hides a picture that the other shows again or deletes", async () => {
    const { start, content } = hostedBucket();
    const [here, there] = [start(), start()];
    const { path } = await save(here, await jpeg(300, 200));
    for (let round = 0; round < 5; round++) {
      await Promise.all([here.setHidden([path], true), there.setHidden([path], false)]);
      const [kept] = await here.listKept(EVENT);
      expect(await there.listKept(EVENT)).toEqual([kept]);
      expect((await there.findLast(EVENT))?.path ?? null).toBe(kept?.hidden ? null : path);
    }
    await Promise.all([here.setHidden([path], true), there.remove(path)]);
    expect(await here.listKept(EVENT)).toEqual([]);
    expect(await content()).toEqual([]);
  });

  it("sweep up files without a picture after a day, not those of an upload that may be under way", async () => {
    const { start, put, content } = hostedBucket();
    const images = start();
    await save(images, await jpeg(300, 200));
    const before = await content();
    const orphans = ["480.jpg", "partage.jpg", "480.webp"].map((name) => `variantes/0123456789abcdef0123-${name}`);
    for (const name of orphans) await put(name, await jpeg(20, 20));
    await put("variantes/a-garder.txt", Buffer.from("x"));
    await images.sweep(aDayAgo());
    expect(await content()).toHaveLength(before.length + 4);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 1.1 * DAY_MS });
    onTestFinished(() => void vi.useRealTimers());
    await images.sweep(aDayAgo());
    const names = [...before.map(({ name }) => name), "variantes/a-garder.txt"];
    expect((await content()).map(({ name }) => name)).toEqual(names.sort());
  });
});

/** One call of each kind; what a person waits for. */
const CALLS: Record<string, (images: ImageStore, bytes: Buffer) => Promise<unknown>> = {
  save: (images, bytes) => images.save(EVENT, { name: "x.jpg", bytes }),
  last: (images) => images.findLast(EVENT),
  lastOfEach: (images) => images.findLastOfEach("membres"),
  folders: (images) => images.listFolders("membres"),
  kept: (images) => images.listKept(EVENT),
};

/** The same by the path of one picture, which is no fault to be absent. */
const CALLS_BY_PATH: typeof CALLS = {
  hide: (images) => images.setHidden([`evenements/${EVENT.id}/x.jpg`], true),
  show: (images) => images.setHidden([`evenements/${EVENT.id}/x.jpg`], false),
  copy: (images) => images.copy(`evenements/${EVENT.id}/x.jpg`, LEO),
  remove: (images) => images.remove(`evenements/${EVENT.id}/x.jpg`),
  small: (images) => images.readJpeg(`evenements/${EVENT.id}/x.jpg`, "small"),
};

const ABSENT = "the bucket does not exist";

describeHosted("a fault of the store", () => {
  const mistakes = [
    ["the bucket is absent", { status: 404 }, ABSENT],
    ["the project is on the Spark plan", { status: 402 }, "Blaze plan"],
    ["it asks for patience", { status: 429 }, "answer 429"],
    ["it is unavailable", { status: 503 }, "answer 503"],
    ["the connection breaks", "cut", "ECONNRESET"],
    ["it never answers", "silence", "no answer in time"],
  ] as const;

  // The others last until calls give up.
  it.each(LONG ? mistakes : mistakes.slice(0, 2))(
    "is thrown by every method when %s, in bounded time, without a name or an address",
    async (_, sort, reason) => {
      const { start, bucket } = hostedBucket();
      const { origin } = await startRelay(null, () => sort);
      const images = start({ origin });
      const bytes = await jpeg(60, 40);
      await Promise.all(
        Object.entries({ ...CALLS, ...(reason !== ABSENT && CALLS_BY_PATH) }).map(async ([name, call]) => {
          const start = performance.now();
          const fault = await call(images, bytes).then(
            () => null,
            (one: Error) => one,
          );
          expect(fault?.message, name).toContain(reason);
          // What the log shows of it.
          expect(fault, name).toMatchObject({ name: "CloudStorage", code: expect.stringMatching(/^[A-Z0-9]+$/) });
          expect(`${fault?.stack}${JSON.stringify(fault)}`, name).not.toMatch(
            new RegExp(`127\\.0\\.0\\.1|${bucket}|Fête|x\\.jpg|oken`),
          );
          expect(performance.now() - start, name).toBeLessThan(name === "save" ? 30_000 : 10_000);
        }),
      );
    },
    60_000,
  );

  it("that passes at once is not felt", async () => {
    const { start } = hostedBucket();
    const views = new Set<string>();
    const { origin } = await startRelay(EMULATOR, ({ method, path, search }) => {
      const key = `${method} ${path} ${search}`;
      if (views.has(key)) return null;
      views.add(key);
      return views.size % 2 ? { status: 503 } : "cut";
    });
    const images = start({ origin });
    const { url } = await save(images, await jpeg(300, 200));
    expect(formats(await images.findLast(EVENT))).toEqual(["webp", "jpeg"]);
    expect(await fetchAddress(images, url)).not.toBeNull();
  });

  it("while the picture’s own object or its share picture is written leaves nothing in the bucket", async () => {
    const writesShare = ({ search }: RequestedToast) => search.get("name")?.includes("partage") === true;
    // Both at once: each waits until calls give up.
    await Promise.all(
      [writesPicture, writesShare].map(async (which) => {
        const { start, content } = hostedBucket();
        const { origin } = await startRelay(EMULATOR, (request) => (which(request) ? { status: 503 } : null));
        const images = start({ origin });
        await expect(save(images, await jpeg(600, 400))).rejects.toThrow("answer 503");
        expect(await images.findLast(EVENT)).toBeNull();
        expect(await content()).toEqual([]);
      }),
    );
  });

  it("that loses the answer to an upload does not make two pictures of it", async () => {
    const { start } = hostedBucket();
    let lost = 0;
    const { origin } = await startRelay(EMULATOR, (request) =>
      writesPicture(request) && lost++ === 0 ? "lost-response" : null,
    );
    const images = start({ origin });
    const { path } = await save(images, await jpeg(300, 200));
    expect(lost).toBe(2);
    expect(path).toBe("evenements/Fête0825/affiche.jpg");
    await images.remove(path);
    expect(await images.findLast(EVENT)).toBeNull();
  });

  it("while pictures are hidden leaves those that are not yet to the next try", async () => {
    const { start } = hostedBucket();
    let failed = 0;
    const { origin } = await startRelay(EMULATOR, ({ method, path }) =>
      method === "DELETE" && path.endsWith("b.jpg") && failed++ === 0 ? { status: 403 } : null,
    );
    const calm = start();
    await save(calm, await jpeg(100, 50), "a.jpg");
    await save(calm, await jpeg(200, 50), "b.jpg");
    const before = await calm.findLast(EVENT);
    const paths = (await calm.listKept(EVENT)).map(({ path }) => path);
    const images = start({ origin });
    // In whatever order they are named.
    await expect(images.setHidden(paths.toReversed(), true)).rejects.toThrow("credentials");
    expect(await calm.findLast(EVENT)).toEqual(before);
    expect((await calm.listKept(EVENT)).map(({ hidden }) => hidden)).toEqual([true, false]);
    await images.setHidden(paths, true);
    expect(await calm.findLast(EVENT)).toBeNull();
  });

  it("while pictures are shown again never lets an older one stand in the place of the newest", async () => {
    const { start } = hostedBucket();
    const { origin } = await startRelay(EMULATOR, ({ method, search }) =>
      method === "POST" && search.get("name")?.endsWith("a.jpg") ? { status: 403 } : null,
    );
    const calm = start();
    const a = await save(calm, await jpeg(100, 50), "a.jpg");
    const b = await save(calm, await jpeg(200, 50), "b.jpg");
    await calm.setHidden([a.path, b.path], true);
    await expect(start({ origin }).setHidden([a.path, b.path], false)).rejects.toThrow("credentials");
    expect((await calm.findLast(EVENT))?.path).toBe(b.path);
  });

  it.each([
    ["a file", ({ search }: RequestedToast) => search.get("name")?.endsWith("-480.webp") === true],
    [
      "the picture’s own object",
      ({ search }: RequestedToast) => search.get("name") === "membres/ReyMembre/affiche.jpg",
    ],
  ])("while %s of a copy is written leaves nothing of it, and its model whole", async (_, which) => {
    const { start, content } = hostedBucket();
    const calm = start();
    const { path } = await save(calm, await jpeg(600, 400));
    const before = await content();
    const { origin } = await startRelay(EMULATOR, (request) =>
      request.method === "POST" && which(request) ? { status: 503 } : null,
    );
    await expect(start({ origin }).copy(path, LEO)).rejects.toThrow("answer 503");
    expect(await calm.listKept(LEO)).toEqual([]);
    expect(await content()).toEqual(before);
  });

  it("while the files of a model are read makes no copy", async () => {
    const { start, content } = hostedBucket();
    const calm = start();
    const { path } = await save(calm, await jpeg(600, 400));
    const before = await content();
    const { origin } = await startRelay(EMULATOR, ({ search }) =>
      search.get("alt") === "media" ? { status: 503 } : null,
    );
    await expect(start({ origin }).copy(path, LEO)).rejects.toThrow("answer 503");
    expect(await content()).toEqual(before);
  });

  describe("at the start of the site", () => {
    it.each([
      [{ status: 404 }, "the bucket does not exist"],
      [{ status: 402 }, "Blaze plan"],
      [{ status: 403 }, "may not use the bucket"],
    ] as const)("is one clear line that names the setting: %j", async (sort, reason) => {
      const { start, bucket } = hostedBucket();
      const { origin } = await startRelay(null, () => sort);
      const sentence = await start({ origin }).problem();
      expect(sentence).toContain(`FIREBASE_STORAGE_BUCKET=${bucket}: `);
      expect(sentence).toContain(reason);
      expect(sentence).not.toContain("\n");
    });

    it("is none when the bucket answers, and none that keeps the site from starting when nobody does", async () => {
      const { start } = hostedBucket();
      expect(await start().problem()).toBeNull();
      const { origin } = await startRelay(null, () => ({ status: 503 }));
      expect(await start({ origin }).problem()).toBeNull();
    });
  });
});
