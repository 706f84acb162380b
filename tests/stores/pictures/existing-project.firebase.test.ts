/** Pictures that the older site has uploaded to an existing Firebase project. */
import { Hono } from "hono";
import sharp from "sharp";
import { beforeAll, expect, it } from "vitest";
import { PICTURE_COLLECTIONS, type ShownPicture } from "#domain/pictures/picture.ts";
import type { SiteApp } from "#server/http/request-context.ts";
import { servePictures } from "#server/http/static-files.ts";
import { pictureKeyOf } from "#stores/pictures/making.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { startRelay } from "#tests/emulators/storage-relay.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg, phonePhoto } from "#tests/images/pictures.ts";
import { EMULATOR, hostedBucket } from "./hosted-bucket.ts";
import { EVENT, fetchAddress, LEO, last, name, type Place, save, withdraw, ZOE } from "./picture-place.ts";
import { warmUp } from "./warm-up.ts";

const HERE = "evenements/Fête0825";

const plate = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: "#888" } });

/** @returns a JPEG with `bytes` bytes of comments before its size */
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

/** Requests all pictures as pages do, and waits until they are made. @returns the place */
async function ready<Of extends Place>(place: Of): Promise<Of> {
  for (const collection of PICTURE_COLLECTIONS) await place.pictures.findAll(collection);
  await place.pictures.idle();
  return place;
}

/** @returns the widths by type of a picture’s files, each of which must have the declared width */
async function shown({ pictures }: Place, image: ShownPicture | null) {
  const app: SiteApp = new Hono();
  servePictures(app, pictures.readPictureFile);
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

/** An existing project with cards without the field `picture`. */
async function project() {
  const bucket = hostedBucket();
  for (const folder of [EVENT, ZOE, LEO]) await name(bucket, folder, undefined);
  return bucket;
}

describeHosted("a picture of an existing project", () => {
  beforeAll(warmUp);

  it.each([
    ["été 2025 #1 & (fin) ?.png", () => plate(700, 300).png().toBuffer()],
    ["a&b=c+d's;e", () => plate(700, 300).gif().toBuffer()],
    ["100 %2e%2fx.html", () => plate(700, 300).webp().toBuffer()],
  ])("gets the widths and formats of a new one, and keeps its file, with any name: %j", async (file, bytes) => {
    const { start, upload, put, rawResponse } = await project();
    const sent = await bytes();
    // The emulator decodes the name in a download URL twice, and ends at a `%`; Google decodes it once.
    const submit = file.includes("%") ? put : upload;
    await submit(`${HERE}/${file}`, sent);
    const place = await ready(start());
    const image = await last(place, EVENT);
    expect(image).toMatchObject({ width: 700, height: 300, tint: expect.any(String) });
    expect((await place.pictures.findAll("evenements")).get(EVENT.id)).toEqual(image);
    const widths = [480, 700];
    expect(await shown(place, image)).toEqual({ "image/webp": widths, "image/jpeg": widths });
    expect(image.share).toMatch(/-partage\.jpg$/);
    await place.pictures.collectAll(new Date());
    expect((await rawResponse(`${HERE}/${file}`)).equals(sent)).toBe(true);
    expect(await last(place, EVENT)).toEqual(image);
  });

  it("is never shown in its original size of 2400 × 1600 pixels", async () => {
    const { start, upload } = await project();
    await upload(`${HERE}/photo.jpg`, await plate(2400, 1600).jpeg({ quality: 95 }).toBuffer());
    const place = start();
    // No page waits until the variants are made, or shows the original file.
    expect(await place.pictures.find(EVENT)).toBeNull();
    await place.pictures.idle();
    const image = await last(place, EVENT);
    expect(image).toMatchObject({ width: 1600, height: 1067 });
    const widths = [480, 960, 1600];
    expect(await shown(place, image)).toEqual({ "image/webp": widths, "image/jpeg": widths });
  });

  it("makes requests for its address wait while it is made", async () => {
    const { start, upload } = await project();
    await upload(`${HERE}/photo.jpg`, await jpeg(700, 300));
    const { url } = await last(await ready(start()), EVENT);
    const other = await project();
    await other.upload(`${HERE}/photo.jpg`, await jpeg(700, 300));
    const place = other.start();
    expect(await fetchAddress(place, url)).toBeNull();
    const key = pictureKeyOf(`${HERE}/photo.jpg#${(await other.content())[0]?.generation}`);
    expect(await fetchAddress(place, url.replace(/[0-9a-f]{20}/, key))).not.toBeNull();
  });

  it("has its upright size, also if the file has the size after long comments", async () => {
    const { start, upload } = await project();
    await upload(`membres/${ZOE.id}/debout.jpg`, await phonePhoto(900, 600));
    await upload(`membres/${LEO.id}/loin.jpg`, withHeader(await jpeg(640, 480), 300_000));
    const photos = await (await ready(start())).pictures.findAll("membres");
    expect(photos.get(ZOE.id)).toMatchObject({ width: 600, height: 900 });
    expect(photos.get(LEO.id)).toMatchObject({ width: 640, height: 480 });
  });

  it("is made once for all instances and starts, as one document", async () => {
    const { start, upload, content, documents } = await project();
    await upload(`${HERE}/affiche.jpg`, await phonePhoto(900, 600));
    await Promise.all([ready(start()), ready(start())]);
    const files = (await content()).map(({ name }) => name).filter((name) => name.startsWith("variantes/"));
    expect([files.length, await documents.count("pictures")]).toEqual([6, 1]);
    expect((await documents.get("evenements", EVENT.id))?.content).toEqual({ Nom: "Fête" });

    const { origin, requests } = await startRelay(EMULATOR);
    const later = await ready(start({ origin }));
    expect(await last(later, EVENT)).toMatchObject({ width: 600, height: 900 });
    expect(requests.filter(({ method }) => method !== "GET")).toEqual([]);
    expect(requests.filter(({ search }) => search.get("alt") === "media")).toEqual([]);
  });

  it("is made again when the older site replaces the file", async () => {
    const { start, upload } = await project();
    await upload(`${HERE}/affiche.jpg`, await jpeg(100, 50));
    const place = await ready(start());
    const before = await last(place, EVENT);
    await upload(`${HERE}/affiche.jpg`, await jpeg(200, 50));
    expect(await place.pictures.find(EVENT)).toBeNull();
    await place.pictures.idle();
    const after = await last(place, EVENT);
    expect([after.width, after.url === before.url]).toEqual([200, false]);
    await place.pictures.collectAll(new Date());
    expect(await place.pictures.get(before.key)).toBeNull();
    expect(await last(place, EVENT)).toEqual(after);
  });

  it("is the newest valid file: invalid ones are logged once and not tried again", async () => {
    const { start, upload } = await project();
    await upload(`${HERE}/older.jpg`, await jpeg(60, 40));
    await upload(`${HERE}/affiche.jpg`, await jpeg(710, 300));
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
    await upload(`${HERE}/dessin.svg`, svg, "image/svg+xml");
    await upload(`${HERE}/lettre.pdf`, Buffer.from("%PDF-1.7"), "application/pdf");
    const whole = await jpeg(700, 300);
    await upload(`${HERE}/coupee.jpg`, whole.subarray(0, whole.length / 2));
    await upload(`${HERE}/enorme.jpg`, Buffer.concat([await jpeg(60, 40), Buffer.alloc(25 * 1024 * 1024)]));
    await upload(`${HERE}/plus/bas.jpg`, await jpeg(60, 40));
    const sentences: string[] = [];
    const place = start({ onWarning: (sentence) => sentences.push(sentence) });
    for (let asked = 0; asked < 5; asked++) {
      await place.pictures.find(EVENT);
      await place.pictures.idle();
    }
    expect((await last(place, EVENT)).width).toBe(710);
    expect(sentences.sort()).toEqual([
      ...Array.from({ length: 3 }, () => "evenements: a file that is no picture, or a damaged one, is not shown"),
      "evenements: a picture over 25 MB is not shown",
    ]);
    const { origin, requests } = await startRelay(EMULATOR);
    const other = await ready(start({ origin, onWarning: () => {} }));
    expect((await last(other, EVENT)).width).toBe(710);
    expect(requests.filter(({ search }) => search.get("alt") === "media")).toEqual([]);
  });

  it("is missing on its own card only, if it cannot be read", async () => {
    const { start, upload } = await project();
    await upload(`membres/${ZOE.id}/a.jpg`, await jpeg(100, 50));
    await upload(`membres/${LEO.id}/b.jpg`, await jpeg(100, 50));
    const isRead = ({ path, search }: { path: string; search: URLSearchParams }) =>
      search.get("alt") === "media" && path.includes("a.jpg");
    const { origin, requests } = await startRelay(EMULATOR, (one) => (isRead(one) ? { status: 403 } : null));
    const errors: unknown[] = [];
    const { pictures } = await ready(start({ origin, onError: (error) => errors.push(error) }));
    await expect(pictures.adopt(ZOE)).rejects.toThrow("cannot be created now");
    for (let asked = 0; asked < 3; asked++) {
      expect([...(await pictures.findAll("membres")).keys()]).toEqual([LEO.id]);
      await pictures.idle();
    }
    expect([errors.length, requests.filter(isRead).length]).toEqual([1, 1]);
  });

  it("is adopted on request; null if the folder has no valid file", async () => {
    const { start, upload } = await project();
    await upload(`${HERE}/affiche.jpg`, await jpeg(700, 300));
    await upload(`membres/${ZOE.id}/lettre.pdf`, Buffer.from("%PDF-1.7"), "application/pdf");
    const place = start();
    const key = await place.pictures.adopt(EVENT);
    expect((await last(place, EVENT)).key).toBe(key);
    expect([await place.pictures.adopt(ZOE), await place.pictures.adopt(LEO)]).toEqual([null, null]);
  });
});

/** Reports a change of events to a place, as a watch does. */
async function heard(place: Place, change: () => Promise<unknown>): Promise<void> {
  place.pictures.onWatch("evenements", await place.documents.query("evenements"));
  await change();
  place.pictures.onWatch("evenements", await place.documents.query("evenements"));
  await place.pictures.idle();
}

describeHosted("the copy for the older site", () => {
  it("is the largest JPEG of a public picture, with a download URL; none while the picture is not public", async () => {
    const { start, content, byToken } = await project();
    const place = start();
    const poster = await prepared(place, "evenements", "affiche.jpg", await jpeg(1800, 900));
    const tokenNow = async () =>
      (await content()).find((one) => one.name === `${HERE}/affiche.jpg`)?.metadata?.firebaseStorageDownloadTokens ??
      "";
    await heard(place, () => name(place, EVENT, poster));
    const first = await tokenNow();
    const view = await byToken(`${HERE}/affiche.jpg`, first);
    expect(view.headers.get("content-type")).toBe("image/jpeg");
    const bytes = Buffer.from(await view.arrayBuffer());
    expect(bytes.equals((await fetchAddress(place, (await last(place, EVENT)).url)) ?? Buffer.alloc(0))).toBe(true);
    expect((await sharp(bytes).metadata()).width).toBe(1600);
    await heard(place, () => name(place, EVENT, poster.key, { Publication: "draft" }));
    expect([await tokenNow(), (await byToken(`${HERE}/affiche.jpg`, first)).ok]).toEqual(["", false]);
    await heard(place, () => name(place, EVENT, poster.key));
    const second = await tokenNow();
    expect([(await byToken(`${HERE}/affiche.jpg`, second)).ok, second === first]).toEqual([true, false]);
  });

  it("is replaced by that of another picture, also with the same name", async () => {
    const { start, content } = await project();
    const place = start();
    const originals = async () => (await content()).filter((one) => one.name.startsWith(HERE));
    const announce = (file: string, width: number) =>
      heard(place, async () => name(place, EVENT, await prepared(place, "evenements", file, await jpeg(width, 50))));
    await announce("a.jpg", 100);
    const [before] = await originals();
    await announce("a.jpg", 200);
    const [after, ...others] = await originals();
    expect([others, after?.name, after?.generation === before?.generation]).toEqual([[], `${HERE}/a.jpg`, false]);
    await announce("b.jpg", 200);
    expect((await originals()).map((one) => one.name)).toEqual([`${HERE}/b.jpg`]);
  });

  it("is deleted while its card is not public, also a file of the older site; other files stay", async () => {
    const { start, content, upload } = await project();
    const place = await ready(start());
    await upload(`${HERE}/lettre.pdf`, Buffer.from("%PDF-1.7"), "application/pdf");
    await upload(`${HERE}/affiche.jpg`, await jpeg(700, 300));
    const key = await place.pictures.adopt(EVENT);
    const before = await last(place, EVENT);
    const originals = async () =>
      (await content()).map((one) => one.name).filter((one) => one.startsWith("evenements/"));
    await heard(place, () => name(place, EVENT, key, { Publication: "draft" }));
    expect(await originals()).toEqual([`${HERE}/lettre.pdf`]);
    await heard(place, () => name(place, EVENT, key));
    expect([await originals(), await last(place, EVENT)]).toEqual([
      [`${HERE}/affiche.jpg`, `${HERE}/lettre.pdf`],
      before,
    ]);
    await heard(place, () => withdraw(place, EVENT));
    await place.pictures.eraseFolder(EVENT, new Date());
    expect(await originals()).toEqual([]);
  });

  it("is repaired by the nightly collection after a crash; unknown files stay", async () => {
    const { start, content, upload } = await project();
    const place = start();
    const poster = await prepared(place, "evenements", "affiche.jpg");
    await name(place, EVENT, poster);
    await upload("evenements/Oubliée0120/photo.jpg", await jpeg(60, 40));
    const originals = async () =>
      (await content()).map((one) => one.name).filter((one) => one.startsWith("evenements/"));
    await place.pictures.collectAll(new Date());
    expect(await originals()).toEqual([`${HERE}/affiche.jpg`, "evenements/Oubliée0120/photo.jpg"]);
    await name(place, EVENT, poster.key, { Publication: "draft" });
    await place.pictures.collectAll(new Date());
    expect(await originals()).toEqual(["evenements/Oubliée0120/photo.jpg"]);
  });
});

describeHosted("a picture in the bucket", () => {
  it("is fetched once for many concurrent requests", async () => {
    const { origin, requests } = await startRelay(EMULATOR);
    const place = (await project()).start({ origin });
    const { url } = await save(place, ZOE, await jpeg(300, 200));
    requests.length = 0;
    await Promise.all(Array.from({ length: 20 }, () => fetchAddress(place, url)));
    expect(await fetchAddress(place, url)).not.toBeNull();
    expect(requests).toHaveLength(1);
  });
});
