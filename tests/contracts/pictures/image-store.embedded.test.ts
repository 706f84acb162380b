import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { PICTURE_COLLECTIONS, type StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageStore } from "#ports/image-store.ts";
import { jpeg, twelveMegapixels } from "#tests/images/pictures.ts";
import { focusContract } from "./focus.contract.ts";
import { imageStoreContract } from "./image-store.contract.ts";
import { imagesFolder, visited } from "./images-folder.ts";
import { EVENT, LEO, save as saveIn } from "./picture-place.ts";

imageStoreContract("pictures in files and SQLite", async () => visited(imagesFolder()));
focusContract("pictures in files and SQLite", async () => visited(imagesFolder()));

const save = (images: ImageStore, bytes: Uint8Array, name?: string): Promise<StoredImage> =>
  saveIn(images, EVENT, bytes, name);

it("turns a phone’s photo of 12 megapixels into small upright pictures", async () => {
  const { start, fileAt, names } = imagesFolder();
  const images = start();
  const sent = await twelveMegapixels();
  await save(images, sent, "IMG_2025.JPG");
  const image = await images.findLast(EVENT);
  expect(image).toMatchObject({ width: 1600, height: 2133 });
  for (const { variants } of image?.sources ?? [])
    for (const { url, width: declared } of variants) {
      const { width, height, exif } = await sharp(fileAt(url)).metadata();
      expect([width, height, exif]).toEqual([declared, Math.round((declared * 2133) / 1600), undefined]);
      expect(statSync(fileAt(url)).size).toBeLessThan(sent.length / 2);
    }
  expect(names()).toHaveLength(8);
  const thumbnail = await sharp(fileAt(image?.thumbnail ?? "")).metadata();
  expect([thumbnail.width, thumbnail.height, thumbnail.exif]).toEqual([240, 320, undefined]);
});

it("keeps nothing on the disk that comes from the sent name", async () => {
  const { start, names } = imagesFolder();
  await save(start(), await jpeg(500, 300), "../../secret.html");
  for (const name of names()) expect(name).toMatch(/^[0-9a-f]{20}-(\d+\.(webp|jpg)|partage\.jpg|vignette\.webp)$/);
});

it("tells of every change that a reader can see", async () => {
  const { start } = imagesFolder();
  const seen: Promise<StoredImage | null>[] = [];
  const images = start({ onChange: () => seen.push(images.findLast(EVENT)) });
  const image = await save(images, await jpeg(100, 50));
  await images.setHidden([image.path], true);
  await images.setHidden([image.path], true);
  await images.setHidden([image.path], false);
  await images.remove(image.path);
  const formats = (await Promise.all(seen)).map((visible) => visible?.sources.length ?? 0);
  expect(formats).toEqual([2, 0, 2, 0]);
});

/** No picture is recorded any more. */
const FULL = `CREATE TRIGGER full BEFORE INSERT ON documents WHEN new.collection = 'pictures'
  BEGIN SELECT RAISE(ABORT, 'panne'); END`;

describe("after a crash", () => {
  let left: string;
  beforeAll(async () => {
    left = mkdtempSync(join(tmpdir(), "jeunesse-"));
    const picture = join(left, "envoi.jpg");
    writeFileSync(picture, await jpeg(1000, 500));
    const script = join(import.meta.dirname, "../../images/save-and-die.ts");
    const args = [script, join(left, "data/site.db"), join(left, "data/images"), picture];
    const { signal, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
    return () => rmSync(left, { recursive: true });
  });

  /** @returns a place as a process left it that was killed right after it had saved a picture */
  async function crashed() {
    const here = imagesFolder();
    cpSync(left, here.folder, { recursive: true });
    return here;
  }

  it("has the picture with all its files", async () => {
    const { start, names, fileAt } = await crashed();
    const image = await start().findLast(EVENT);
    expect(image?.sources.map(({ type }) => type)).toEqual(["image/webp", "image/jpeg"]);
    const files = image?.sources.flatMap(({ variants }) => variants.map(({ url }) => basename(fileAt(url))));
    expect(names()).toEqual(
      [...(files ?? []), ...[image?.share, image?.thumbnail].map((url) => basename(fileAt(url ?? "")))].sort(),
    );
  });

  it("removes what belongs to no picture, and nothing that it has not written", async () => {
    const { start, names, picturesFolder } = await crashed();
    const before = names();
    const stray = "0123456789abcdef0123";
    for (const name of [`${stray}-480.jpg`, `${stray}-480.webp`, `${stray}-partage.jpg`, "a-lire.txt"])
      writeFileSync(join(picturesFolder, name), "x");
    const images = start();
    await images.sweep(new Date());
    expect(names()).toEqual(expect.arrayContaining([...before, "a-lire.txt"]));
    expect(names().filter((name) => name.startsWith(stray))).toEqual([]);
    expect((await images.findLast(EVENT))?.sources).toHaveLength(2);
  });

  it("in the middle of the very first picture, removes what was written of it", async () => {
    const { start, open, names, picturesFolder } = imagesFolder();
    open().exec(FULL);
    await expect(save(start(), await jpeg(60, 40))).rejects.toThrow("panne");
    mkdirSync(picturesFolder, { recursive: true });
    writeFileSync(join(picturesFolder, "0123456789abcdef0123-60.jpg"), "x");
    await start().sweep(new Date());
    expect(names()).toEqual([]);
  });

  it("leaves every file alone when the database was lost and begun anew", async () => {
    const { names, directory } = await crashed();
    const before = names();
    const elsewhere = imagesFolder();
    cpSync(directory, elsewhere.directory, { recursive: true });
    await elsewhere.start().sweep(new Date());
    expect(elsewhere.names()).toEqual(before);
    expect(before).not.toEqual([]);
  });

  it("finishes a deletion whose row was gone already", async () => {
    const { start, open, names } = await crashed();
    open().exec("DELETE FROM documents WHERE collection = 'pictures'");
    await start().sweep(new Date());
    expect(names()).toEqual([]);
  });
});

it("leaves no file of a picture that it could not record", async () => {
  const { start, open, names } = imagesFolder();
  const db = open();
  const images = start();
  db.exec(FULL);
  await expect(save(images, await jpeg(60, 40))).rejects.toThrow("panne");
  expect(names()).toEqual([]);
  db.exec("DROP TRIGGER full");
  expect((await save(images, await jpeg(60, 40))).path).toBe("evenements/Fête0825/affiche.jpg");
});

it("throws when the database does not answer", async () => {
  const { start, openAgain } = imagesFolder();
  const documents = openAgain();
  const images = start({ documents });
  documents.close();
  await expect(images.save(EVENT, { name: "x.jpg", bytes: await jpeg(60, 40) })).rejects.toThrow();
  await expect(images.findLast(EVENT)).rejects.toThrow();
  await expect(images.findLastOfEach("membres")).rejects.toThrow();
  await expect(images.listFolders("membres")).rejects.toThrow();
  await expect(images.remove("evenements/Fête0825/x.jpg")).rejects.toThrow();
  await expect(images.listKept(EVENT)).rejects.toThrow();
  await expect(images.setHidden(["evenements/Fête0825/x.jpg"], true)).rejects.toThrow();
  await expect(images.setHidden(["evenements/Fête0825/x.jpg"], false)).rejects.toThrow();
  await expect(images.copy("evenements/Fête0825/x.jpg", LEO)).rejects.toThrow();
  await expect(images.readJpeg("evenements/Fête0825/x.jpg", "small")).rejects.toThrow();
});

it("throws when the disk does not take the file, and then has no picture", async () => {
  const { start, directory } = imagesFolder();
  const images = start();
  writeFileSync(directory, "a file where the folder should be");
  await expect(images.save(EVENT, { name: "x.jpg", bytes: await jpeg(60, 40) })).rejects.toThrow();
  expect(await images.findLast(EVENT)).toBeNull();
  expect(await images.listFolders("evenements")).toEqual([]);
});

describe("the file behind an address", () => {
  it("is none but at its own", async () => {
    const images = imagesFolder().start();
    const { url } = await save(images, await jpeg(60, 40));
    const file = basename(url);
    const key = file.slice(0, 20);
    expect(await images.readServed("evenements", EVENT.id, file)).not.toBeNull();
    for (const [collection, id, name] of [
      ["membres", EVENT.id, file],
      ["evenements", "..", file],
      ["evenements", "Loto1125", file],
      ["evenements", "", file],
      ["evenements", EVENT.id, `${key}-master.jpg`],
      ["evenements", EVENT.id, `${file}.tmp`],
      ["evenements", EVENT.id, `${file}\n`],
      ["evenements", EVENT.id, `../variantes/${file}`],
      ["evenements", EVENT.id, "../site.db"],
      ["evenements", EVENT.id, file.toUpperCase()],
      ["__proto__", EVENT.id, file],
    ] as const)
      expect(await images.readServed(collection, id, name)).toBeNull();
    const nasty = fc.constantFrom("..", ".", "/", "\\", "\0", "%2e", "%2f", "~", ":", "evenements", EVENT.id);
    const segment = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join("")),
      fc.stringMatching(/^[0-9a-f]{20}-[0-9]{1,5}\.(webp|jpg)$/),
    );
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...PICTURE_COLLECTIONS), segment, segment, async (collection, id, name) => {
        expect(await images.readServed(collection, id, name)).toBeNull();
      }),
    );
  });
});
