import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join, resolve, sep } from "node:path";
import fc from "fast-check";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { imageFile } from "#adapters/embedded/images/file-names.ts";
import { createPictureStore } from "#adapters/embedded/picture-store.ts";
import { createImageStore } from "#adapters/pictures/image-store.ts";
import { createImageProcessor } from "#adapters/sharp/image-processor.ts";
import { PICTURE_COLLECTIONS, type StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageStore } from "#ports/image-store.ts";
import { jpeg, twelveMegapixels } from "#tests/images/pictures.ts";
import { focusContract } from "./focus.contract.ts";
import { imageStoreContract } from "./image-store.contract.ts";
import { imagesFolder, visited } from "./images-folder.ts";
import { EVENT, LEO, save as saveIn } from "./picture-place.ts";

const imageProcessor = createImageProcessor();

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
    for (const name of [`${stray}-480.jpg`, `${stray}-480.webp.0a1b2c3d.tmp`, `${stray}-partage.jpg`, "a-lire.txt"])
      writeFileSync(join(picturesFolder, name), "x");
    const gone = join(dirname(picturesFolder), "Loto1125");
    mkdirSync(gone);
    writeFileSync(join(gone, `${stray}-480.jpg`), "x");
    const images = start();
    await images.sweep();
    expect(names()).toEqual(expect.arrayContaining([...before, "a-lire.txt"]));
    expect(names().filter((name) => name.startsWith(stray))).toEqual([]);
    expect(existsSync(gone)).toBe(false);
    expect((await images.findLast(EVENT))?.sources).toHaveLength(2);
  });

  it("in the middle of the very first picture, removes what was written of it", async () => {
    const { start, open, names, picturesFolder } = imagesFolder();
    const db = open();
    db.exec("CREATE TRIGGER dead BEFORE INSERT ON images BEGIN SELECT RAISE(ABORT, 'killed'); END");
    await expect(save(start({ db }), await jpeg(60, 40))).rejects.toThrow("killed");
    mkdirSync(picturesFolder, { recursive: true });
    writeFileSync(join(picturesFolder, "0123456789abcdef0123-60.jpg"), "x");
    await start().sweep();
    expect(names()).toEqual([]);
  });

  it("leaves every file alone when the database was lost and begun anew", async () => {
    const { names, directory } = await crashed();
    const before = names();
    const elsewhere = imagesFolder();
    const images = createImageStore({ store: createPictureStore({ db: elsewhere.open(), directory }), imageProcessor });
    await images.sweep();
    expect(names()).toEqual(before);
    expect(before).not.toEqual([]);
  });

  it("finishes a deletion whose row was gone already", async () => {
    const { start, open, picturesFolder } = await crashed();
    open().exec("DELETE FROM images");
    await start().sweep();
    expect(existsSync(picturesFolder)).toBe(false);
  });
});

it("leaves no file of a picture that it could not record", async () => {
  const { start, open, names } = imagesFolder();
  const db = open();
  const images = start({ db });
  db.exec("CREATE TRIGGER plein BEFORE INSERT ON images BEGIN SELECT RAISE(ABORT, 'panne'); END");
  await expect(save(images, await jpeg(60, 40))).rejects.toThrow("panne");
  expect(names()).toEqual([]);
  db.exec("DROP TRIGGER plein");
  expect((await save(images, await jpeg(60, 40))).path).toBe("evenements/Fête0825/affiche.jpg");
});

it("throws when the database does not answer", async () => {
  const { start, open } = imagesFolder();
  const db = open();
  const images = start({ db });
  db.close();
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
  const file = "0123456789abcdef0123-480.webp";

  it("is found below the directory", () => {
    expect(imageFile("/data/images", "evenements", "Fête0825", file)).toBe(
      join("/data/images", "evenements", "Fête0825", file),
    );
  });

  it("is none for anything else", () => {
    for (const [collection, id, name] of [
      ["autres", "Fête0825", file],
      ["evenements", "..", file],
      ["evenements", "a/b", file],
      ["evenements", "", file],
      ["evenements", "é".repeat(501), file],
      ["evenements", "a\u0000", file],
      ["evenements", "Fête0825", "0123456789abcdef0123-master.jpg"],
      ["evenements", "Fête0825", `${file}.tmp`],
      ["evenements", "Fête0825", `${file}\n`],
      ["evenements", "Fête0825", "../site.db"],
      ["evenements", "Fête0825", "0123456789ABCDEF0123-480.webp"],
      ["__proto__", "Fête0825", file],
    ] as const)
      expect(imageFile("/data/images", collection, id, name)).toBeNull();
  });

  it("never lies outside the folder of its document, whatever the address", () => {
    const nasty = fc.constantFrom("..", ".", "/", "\\", "\0", "%2e", "%2f", "~", ":", file, "evenements", "Fête0825");
    const segment = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join("")),
      fc.stringMatching(/^[0-9a-f]{20}-[0-9]{1,5}\.(webp|jpg)$/),
    );
    fc.assert(
      fc.property(
        fc.oneof(fc.constantFrom(...PICTURE_COLLECTIONS), segment),
        segment,
        segment,
        (collection, id, name) => {
          const path = imageFile("/data/images", collection, id, name);
          if (path === null) return;
          const folder = resolve(path).split(sep).at(-2) ?? "";
          expect(resolve(path)).toBe(["", "data", "images", collection, folder, name].join("/"));
          // Its own name where any file system takes it for one, else one that is made of it.
          if (folder !== id) expect(folder).toMatch(/^~[0-9a-f]{40}$/);
          expect(resolve(path).split(sep)).toHaveLength(6);
          expect(path).not.toContain("\0");
        },
      ),
      { numRuns: 5000 },
    );
  });
});
