import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import fc from "fast-check";
import { Hono } from "hono";
import sharp from "sharp";
import { beforeAll, describe, expect, it } from "vitest";
import { PICTURE_COLLECTIONS } from "#domain/pictures/picture.ts";
import type { SiteApp } from "#server/http/request-context.ts";
import { servePictures } from "#server/http/static-files.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg, phonePhoto } from "#tests/images/pictures.ts";
import { focusContract } from "./focus.contract.ts";
import { picturesMadeContract } from "./making.contract.ts";
import { EVENT, save } from "./picture-place.ts";
import { picturesDatabase } from "./pictures-database.ts";
import { visiblePicturesContract } from "./visible.contract.ts";

const make = async () => picturesDatabase().start();
picturesMadeContract("pictures in SQLite", make);
focusContract("pictures in SQLite", make);
visiblePicturesContract("pictures in SQLite", async () => picturesDatabase().start);

it("the picture store turns a phone’s photo of 12 megapixels into small upright files, whose names have no part of the upload’s name", async () => {
  const { start, bytesAt, names } = picturesDatabase();
  const image = await save(start(), EVENT, await phonePhoto(4000, 3000), "../../secret.html");
  expect(image).toMatchObject({ width: 1600, height: 2133 });
  expect(names()).toHaveLength(8);
  for (const name of names()) expect(name).toMatch(/^[0-9a-f]{20}-(\d+\.(webp|jpg)|partage\.jpg|vignette\.webp)$/);
  const thumbnail = await sharp(bytesAt(image.thumbnail ?? "")).metadata();
  expect([thumbnail.width, thumbnail.height, thumbnail.exif]).toEqual([240, 320, undefined]);
});

describe("after a crash", () => {
  let left: string;
  beforeAll(async () => {
    left = mkdtempSync(join(tmpdir(), "jeunesse-"));
    const picture = join(left, "envoi.jpg");
    writeFileSync(picture, await jpeg(1000, 500));
    const script = join(import.meta.dirname, "../../images/save-and-die.ts");
    const args = [script, join(left, "data/site.db"), picture];
    const { signal, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect({ signal, stderr }).toEqual({ signal: "SIGKILL", stderr: "" });
    return () => rmSync(left, { recursive: true });
  });

  /** @returns the data folder of a process that was killed right after it had saved a picture */
  async function crashed() {
    const here = picturesDatabase();
    cpSync(left, here.folder, { recursive: true });
    return here;
  }

  it("has the saved picture with all its files", async () => {
    const { start, names } = await crashed();
    const image = await start().pictures.find(EVENT);
    expect(image?.sources.map(({ type }) => type)).toEqual(["image/webp", "image/jpeg"]);
    const files = image?.sources.flatMap(({ variants }) => variants.map(({ url }) => basename(url)));
    expect(names()).toEqual(
      [...(files ?? []), ...[image?.share, image?.thumbnail].map((url) => basename(url ?? ""))].sort(),
    );
  });

  it("deletes own files without a picture, and no foreign files", async () => {
    const { start, names, addFile } = await crashed();
    const before = names();
    const stray = "0123456789abcdef0123";
    for (const name of [`${stray}-480.jpg`, `${stray}-480.webp`, `${stray}-partage.jpg`, "a-lire.txt"])
      await addFile(name);
    const { pictures } = start();
    await pictures.sweep(new Date());
    expect(names()).toEqual(expect.arrayContaining([...before, "a-lire.txt"]));
    expect(names().filter((name) => name.startsWith(stray))).toEqual([]);
    expect((await pictures.find(EVENT))?.sources).toHaveLength(2);
  });

  it("before the picture’s document was written, deletes the picture’s files", async () => {
    const { start, names } = picturesDatabase();
    await prepared(start(), "membres");
    await start().pictures.sweep(new Date());
    expect(names()).toEqual([]);
  });

  it("deletes no file if the documents are new", async () => {
    const { start, open, names } = await crashed();
    const before = names();
    open().exec("DELETE FROM documents");
    await start().pictures.sweep(new Date());
    expect(names()).toEqual(before);
    expect(before).not.toEqual([]);
  });

  it("deletes the files of a picture whose document is gone", async () => {
    const { start, open, names } = await crashed();
    open().exec("DELETE FROM documents WHERE collection = 'pictures'");
    await start().pictures.sweep(new Date());
    expect(names()).toEqual([]);
  });
});

it("the picture store throws if the database is closed", async () => {
  const { pictures, close } = picturesDatabase().start();
  const key = "0123456789abcdef0123";
  close();
  const reads = [pictures.find(EVENT), pictures.findAll("membres"), pictures.readJpeg(key, "small")];
  for (const call of [...reads, pictures.collect([key]), pictures.collectAll(new Date())])
    await expect(call).rejects.toThrow();
});

it("the picture store throws if the file cannot be written, and then has no picture", async () => {
  const { start, open } = picturesDatabase();
  const place = start();
  open().exec("DROP TABLE files");
  await expect(prepared(place, "evenements")).rejects.toThrow();
  expect(await place.pictures.find(EVENT)).toBeNull();
});

it("the picture store serves a file at its own address only", { timeout: 120_000 }, async () => {
  const place = picturesDatabase().start();
  const { pictures } = place;
  const { url } = await save(place, EVENT, await jpeg(60, 40));
  const file = basename(url);
  const key = file.slice(0, 20);
  expect(await pictures.readPictureFile("evenements", EVENT.id, file)).not.toBeNull();
  for (const collection of ["membres", "__proto__"])
    expect(await pictures.readPictureFile(collection, EVENT.id, file)).toBeNull();
  for (const id of ["..", "Loto1125", ""]) expect(await pictures.readPictureFile("evenements", id, file)).toBeNull();
  const others = [`${key}-master.jpg`, `${file}.tmp`, `${file}\n`, `../variantes/${file}`, "../site.db"];
  for (const name of [...others, file.toUpperCase()])
    expect(await pictures.readPictureFile("evenements", EVENT.id, name)).toBeNull();
  const nasty = fc.constantFrom("..", ".", "/", "\\", "\0", "%2e", "%2f", "~", ":", "evenements", EVENT.id);
  const segment = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.array(nasty, { maxLength: 4 }).map((parts) => parts.join("")),
    fc.stringMatching(/^[0-9a-f]{20}-[0-9]{1,5}\.(webp|jpg)$/),
  );
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PICTURE_COLLECTIONS), segment, segment, async (collection, id, name) => {
      expect(await pictures.readPictureFile(collection, id, name)).toBeNull();
    }),
  );
});

it("the picture store answers 503 with retry-after while a picture is created", async () => {
  const app: SiteApp = new Hono();
  servePictures(app, async () => "later");
  const response = await app.request("/images/evenements/Fête0825/0123456789abcdef0123-480.jpg");
  expect([response.status, response.headers.get("retry-after")]).toEqual([503, "20"]);
  expect(response.headers.get("cache-control")).toBe("no-store");
});
