/** Pictures that an existing project has already, put there by the old site. */
import { Hono } from "hono";
import sharp from "sharp";
import { expect, it } from "vitest";
import { PICTURE_COLLECTIONS, type PictureFolder, type StoredImage } from "#domain/pictures/stored-image.ts";
import type { App } from "#server/http/request-context.ts";
import { serveImages } from "#server/http/static-files.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { startRelay } from "#tests/emulators/storage-relay.ts";
import { jpeg, phonePhoto } from "#tests/images/pictures.ts";
import { EMULATOR, hostedBucket } from "./hosted-bucket.ts";
import { fetchAddress } from "./images-folder.ts";
import { EVENT } from "./picture-place.ts";

const LOTTO: PictureFolder = { collection: "evenements", id: "Loto1125" };
const HERE = "evenements/Fête0825";

const plate = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#888" } });

/** @returns a JPEG whose size stands behind `bytes` bytes of comments */
function withHeader(image: Buffer, bytes: number): Buffer {
  const comments: Buffer[] = [];
  for (let rest = bytes; rest > 0; rest -= 60_000) {
    const segment = Buffer.alloc(60_004, 32);
    segment.writeUInt16BE(0xfffe, 0);
    segment.writeUInt16BE(60_002, 2);
    comments.push(segment);
  }
  return Buffer.concat([image.subarray(0, 2), ...comments, image.subarray(2)]);
}

/** Asks for everything as pages do, and waits until it is made. @returns the store */
async function ready<Store extends ReturnType<ReturnType<typeof hostedBucket>["start"]>>(
  images: Store,
): Promise<Store> {
  for (const collection of PICTURE_COLLECTIONS) await images.findLastOfEach(collection);
  await images.idle();
  return images;
}

/** What a page may show: widths by type, and whether everything is there and as small as it says. */
async function shown(images: ReturnType<ReturnType<typeof hostedBucket>["start"]>, image: StoredImage | null) {
  const app: App = new Hono();
  serveImages(app, images.readServed);
  const widths: Record<string, number[]> = {};
  for (const { type, variants } of image?.sources ?? [])
    for (const { url, width: declared } of variants) {
      const response = await app.request(url);
      expect([response.status, response.headers.get("content-type")]).toEqual([200, type]);
      const { width } = await sharp(await response.arrayBuffer()).metadata();
      expect([url, width]).toEqual([url, declared]);
      widths[type] = [...(widths[type] ?? []), declared];
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
  ])("gets the widths and formats of a new one, and keeps its file, whatever it is called: %j", async (name, bytes) => {
    const { start, upload, put, rawResponse } = hostedBucket();
    const sent = await bytes();
    // The emulator decodes the name in a download URL twice, and ends at a `%`; Google decodes it once.
    const submit = name.includes("%") ? put : upload;
    await submit(`${HERE}/${name}`, sent);
    const images = await ready(start());
    const image = await images.findLast(EVENT);
    expect(image).toMatchObject({ path: `${HERE}/${name}`, width: 700, height: 300, tint: expect.any(String) });
    expect((await images.findLastOfEach("evenements")).get(EVENT.id)).toEqual(image);
    const widths = [480, 700];
    expect(await shown(images, image)).toEqual({ "image/webp": widths, "image/jpeg": widths });
    expect(image?.share).toMatch(/-partage\.jpg$/);
    expect((await rawResponse(`${HERE}/${name}`)).equals(sent)).toBe(true);
  });

  it("is never sent to a card as a camera made it: 6000 × 4000 pixels", { timeout: 120_000 }, async () => {
    const { start, upload } = hostedBucket();
    const photo = await plate(6000, 4000).jpeg({ quality: 95 }).toBuffer();
    await upload(`${HERE}/photo.jpg`, photo);
    const images = start();
    // Asked for before anything was made: no page waits for it, and none shows the file itself.
    expect(await images.findLast(EVENT)).toBeNull();
    await images.idle();
    const image = await images.findLast(EVENT);
    expect(image).toMatchObject({ width: 1600, height: 1067 });
    const widths = [480, 960, 1600];
    expect(await shown(images, image)).toEqual({ "image/webp": widths, "image/jpeg": widths });
  });

  it("has the size in which one sees it, however a phone wrote it and wherever in the file it stands", async () => {
    const { start, upload } = hostedBucket();
    await upload("membres/a/debout.jpg", await phonePhoto(900, 600));
    await upload("membres/b/loin.jpg", withHeader(await jpeg(640, 480), 300_000));
    const photos = await (await ready(start())).findLastOfEach("membres");
    expect(photos.get("a")).toMatchObject({ width: 600, height: 900 });
    expect(photos.get("b")).toMatchObject({ width: 640, height: 480 });
  });

  it("is made once for all instances and all starts", async () => {
    const { start, upload, content } = hostedBucket();
    await upload(`${HERE}/affiche.jpg`, await phonePhoto(900, 600));
    await Promise.all([ready(start()), ready(start())]);
    const files = (await content()).map(({ name }) => name).filter((name) => name.startsWith("variantes/"));
    expect(files).toHaveLength(2 * 2 + 2);

    const { origin, requests } = await startRelay(EMULATOR);
    const later = await ready(start({ origin }));
    const image = await later.findLast(EVENT);
    expect(image).toMatchObject({ width: 600, height: 900 });
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(requests.filter(({ search }) => search.get("alt") === "media")).toEqual([]);
  });

  it("is the one that was stored last, whatever its name", async () => {
    const { start, upload } = hostedBucket();
    await upload(`${HERE}/z.jpg`, await jpeg(100, 50));
    await upload(`${HERE}/a.jpg`, await jpeg(200, 50));
    expect((await (await ready(start())).findLast(EVENT))?.path).toBe(`${HERE}/a.jpg`);
  });

  it("is shown without a download URL too", async () => {
    const { start, put } = hostedBucket();
    await put(`${HERE}/affiche.jpg`, await jpeg(700, 300));
    expect(await (await ready(start())).findLast(EVENT)).toMatchObject({ width: 700 });
  });

  it("is made anew when the old site replaces it under its name", async () => {
    const { start, upload } = hostedBucket();
    await upload(`${HERE}/affiche.jpg`, await jpeg(100, 50));
    const images = await ready(start());
    const before = await images.findLast(EVENT);
    await upload(`${HERE}/affiche.jpg`, await jpeg(200, 50));
    expect(await images.findLast(EVENT)).toBeNull();
    await images.idle();
    const after = await images.findLast(EVENT);
    expect(after).toMatchObject({ width: 200, path: before?.path });
    expect(after?.url).not.toBe(before?.url);
  });

  it("stands behind what is no picture: that is told, not shown, and not tried again by anybody", async () => {
    const { start, upload } = hostedBucket();
    await upload(`${HERE}/affiche.jpg`, await jpeg(700, 300));
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await upload(`${HERE}/dessin.svg`, svg, "image/svg+xml");
    await upload(`${HERE}/lettre.pdf`, Buffer.from("%PDF-1.7"), "application/pdf");
    const whole = await jpeg(700, 300);
    await upload(`${HERE}/coupee.jpg`, whole.subarray(0, whole.length / 2));
    await upload(`${HERE}/enorme.jpg`, Buffer.concat([await jpeg(60, 40), Buffer.alloc(25 * 1024 * 1024)]));
    await upload(`${HERE}/plus/bas.jpg`, await jpeg(60, 40));
    const sentences: string[] = [];
    const images = start({ onWarning: (sentence) => sentences.push(sentence) });
    for (let asked = 0; asked < 5; asked++) {
      await images.findLast(EVENT);
      await images.idle();
    }
    expect((await images.findLast(EVENT))?.path).toBe(`${HERE}/affiche.jpg`);
    expect(sentences.sort()).toEqual([
      ...Array.from({ length: 3 }, () => "evenements: a file that is no picture, or a damaged one, is not shown"),
      "evenements: a picture over 25 MB is not shown",
    ]);
    const { origin, requests } = await startRelay(EMULATOR);
    const other = await ready(start({ origin, onWarning: () => {} }));
    expect((await other.findLast(EVENT))?.path).toBe(`${HERE}/affiche.jpg`);
    expect(requests.filter(({ search }) => search.get("alt") === "media")).toEqual([]);
  });

  it("leaves its card without a picture, and the others with theirs, when it cannot be read just now", async () => {
    const { start, upload } = hostedBucket();
    await upload("membres/a/a.jpg", await jpeg(100, 50));
    await upload("membres/b/b.jpg", await jpeg(100, 50));
    const { origin, requests } = await startRelay(EMULATOR, ({ path, search }) =>
      search.get("alt") === "media" && path.includes("a.jpg") ? { status: 403 } : null,
    );
    const faults: unknown[] = [];
    const images = await ready(start({ origin, onError: (fault) => faults.push(fault) }));
    for (let asked = 0; asked < 3; asked++) {
      expect([...(await images.findLastOfEach("membres")).keys()]).toEqual(["b"]);
      await images.idle();
    }
    expect(faults).toHaveLength(1);
    expect(requests.filter(({ path, search }) => search.get("alt") === "media" && path.includes("a.jpg"))).toHaveLength(
      1,
    );
  });

  it("stays until it is replaced, and can be deleted like any other", async () => {
    const { start, upload, content } = hostedBucket();
    await upload(`${HERE}/affiche.jpg`, await jpeg(700, 300));
    const images = await ready(start());
    const old = await images.findLast(EVENT);
    const outcome = await images.save(EVENT, { name: "affiche.jpg", bytes: await jpeg(500, 300) });
    expect(outcome).toMatchObject({ ok: true, value: { path: `${HERE}/affiche-2.jpg` } });
    expect((await images.findLast(EVENT))?.path).toBe(`${HERE}/affiche-2.jpg`);
    await images.idle();
    await images.remove(`${HERE}/affiche-2.jpg`);
    expect(await images.findLast(EVENT)).toEqual(old);
    await images.remove(`${HERE}/affiche.jpg`);
    expect(await images.findLast(EVENT)).toBeNull();
    expect(await fetchAddress(images, old?.url ?? "")).toBeNull();
    expect(await content()).toEqual([]);
  });

  it("is hidden, shown again and removed like any other; its download URL is dead meanwhile, and another one after", async () => {
    const { start, upload, content, byToken } = hostedBucket();
    const path = `${HERE}/affiche.jpg`;
    await upload(path, await jpeg(700, 300));
    const images = await ready(start());
    const before = await images.findLast(EVENT);
    const tokenNow = async () =>
      (await content()).find(({ name }) => name === path)?.metadata?.firebaseStorageDownloadTokens ?? "";
    const first = await tokenNow();
    expect((await byToken(path, first)).status).toBe(200);
    await images.setHidden([path], true);
    expect(await images.findLast(EVENT)).toBeNull();
    expect(await images.listFolders("evenements")).toMatchObject([
      { id: EVENT.id, pictures: [{ path, hidden: true }] },
    ]);
    expect(await tokenNow()).toBe("");
    expect((await byToken(path, first)).ok).toBe(false);
    await images.setHidden([path], false);
    expect(await images.findLast(EVENT)).toEqual(before);
    const second = await tokenNow();
    expect(second).toMatch(/^[0-9a-f-]{36}$/);
    expect((await byToken(path, second)).status).toBe(200);
    expect((await byToken(path, first)).ok).toBe(false);
    await images.setHidden([path], true);
    await images.remove(path);
    expect(await content()).toEqual([]);
    expect((await byToken(path, second)).ok).toBe(false);
  });

  it("is hidden before anything was made of it, and made once it is shown again", async () => {
    const { start, upload } = hostedBucket();
    const path = `${HERE}/affiche.jpg`;
    await upload(path, await jpeg(700, 300));
    const images = start();
    expect(await images.readJpeg(path, "small")).toBeNull();
    await images.setHidden([path], true);
    await ready(images);
    expect(await images.findLast(EVENT)).toBeNull();
    expect(await images.readJpeg(path, "small")).toBeNull();
    await images.setHidden([path], false);
    expect(await (await ready(images)).findLast(EVENT)).toMatchObject({ path, width: 700 });
    const small = await images.readJpeg(path, "small");
    expect((await sharp(small ?? undefined).metadata()).width).toBe(480);
    await images.setHidden([path], true);
    expect(await images.readJpeg(path, "small")).toEqual(small);
  });

  it.each([
    ["before anything was made of it", false],
    ["once it is made", true],
  ])("is copied %s, also where it could not be sent today, with files of its own", async (_, isReady) => {
    const { start, upload, content, rawResponse } = hostedBucket();
    const path = `${HERE}/été #1.gif`;
    const sent = await plate(700, 300).gif().toBuffer();
    await upload(path, sent, "image/gif");
    const images = start();
    if (isReady) await ready(images);
    await images.setHidden([path], true);
    const copied = await images.copy(path, LOTTO);
    expect(copied).toBe("evenements/Loto1125/été 1.gif");
    await images.idle();
    const copy = await images.findLast(LOTTO);
    expect(copy).toMatchObject({ path: copied, width: 700, height: 300, tint: expect.any(String) });
    expect(copy?.share).toMatch(/-partage\.jpg$/);
    const widths = [480, 700];
    const whole = { "image/webp": widths, "image/jpeg": widths };
    expect(await shown(images, copy)).toEqual(whole);
    await images.setHidden([path], false);
    expect((await rawResponse(path)).equals(sent)).toBe(true);
    await images.remove(path);
    expect(await shown(images, copy)).toEqual(whole);
    const key = copy?.url.split("/").at(-1)?.slice(0, 20) ?? "";
    const others = (await content()).filter(({ name }) => !name.includes("Loto1125") && !name.includes(key));
    expect(others).toEqual([]);
    // It is one of this site's own now.
    expect(await images.listFolders("evenements")).toMatchObject([{ id: LOTTO.id }]);
  });

  it("is not copied when nothing can be made of it, and stays", async () => {
    const { start, upload } = hostedBucket();
    const path = `${HERE}/lettre.pdf`;
    await upload(path, Buffer.from("%PDF-1.7"), "application/pdf");
    const images = start();
    expect(await images.copy(path, LOTTO)).toBeNull();
    expect(await images.readJpeg(path, "small")).toBeNull();
    expect(await images.listKept(LOTTO)).toEqual([]);
    expect(await images.listKept(EVENT)).toMatchObject([{ path, hidden: false }]);
  });

  it("is never taken for a leftover of a card that was not written", async () => {
    const { start, upload } = hostedBucket();
    await upload(`${HERE}/affiche.jpg`, await jpeg(700, 300));
    const images = start();
    expect(await images.listFolders("evenements")).toEqual([]);
    await ready(images);
    expect(await images.findLast(EVENT)).not.toBeNull();
    expect(await images.listFolders("evenements")).toEqual([]);
  });
});
