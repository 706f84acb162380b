import { existsSync, readFileSync, unlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import type { PictureFolder } from "#domain/pictures/stored-image.ts";
import type { PictureStore } from "#stores/pictures/picture-store.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { imagesFolder, visited } from "./images-folder.ts";
import { keptPicturesContract } from "./kept-pictures.contract.ts";
import { addressesOf, EVENT, last, save, variants } from "./picture-place.ts";

const LOTTO = { collection: "evenements", id: "Loto1125" } as const;
const POSTER = "evenements/Fête0825/affiche.jpg";

keptPicturesContract("pictures that lie in files and SQLite", async () => visited(imagesFolder()));

describe("a fault in the middle", () => {
  /** @returns two pictures, the newer one seen, and `fail`, which has the row of one of them refuse to change */
  async function two() {
    const here = imagesFolder();
    const db = here.open();
    const images = here.start();
    for (const name of ["a.jpg", "b.jpg"]) await save(images, EVENT, await jpeg(100, 50), name);
    const [a = "", b = ""] = (await images.listKept(EVENT)).map(({ path }) => path);
    const fail = (name: string) =>
      db.exec(`CREATE TRIGGER refused BEFORE UPDATE ON documents WHEN old.content ->> 'path' LIKE '%/${name}'
        BEGIN SELECT RAISE(ABORT, 'panne'); END`);
    return { images, a, b, fail, mend: () => db.exec("DROP TRIGGER refused") };
  }

  it.each(["a.jpg", "b.jpg"])("of hiding two pictures lets nobody see the older one instead: %s", async (name) => {
    const { images, a, b, fail, mend } = await two();
    fail(name);
    await expect(images.setHidden([b, a], true)).rejects.toThrow("panne");
    expect((await last(images, EVENT)).path).toBe(b);
    mend();
    await images.setHidden([b, a], true);
    expect(await images.findLast(EVENT)).toBeNull();
  });

  it("of showing two pictures again shows the newer one first", async () => {
    const { images, a, b, fail, mend } = await two();
    await images.setHidden([a, b], true);
    fail("a.jpg");
    await expect(images.setHidden([a, b], false)).rejects.toThrow("panne");
    expect((await last(images, EVENT)).path).toBe(b);
    mend();
    await images.setHidden([a, b], false);
    expect(await images.listKept(EVENT)).toMatchObject([{ hidden: false }, { hidden: false }]);
  });
});

describe("a copy", () => {
  /** @returns a finished picture, and how to copy it with a store that does something otherwise */
  async function model() {
    const here = imagesFolder();
    const db = here.open();
    const images = here.start();
    await save(images, EVENT, await jpeg(500, 300));
    const start = (changes: (store: PictureStore) => Partial<PictureStore>) =>
      here.start({ changed: (store) => ({ ...store, ...changes(store) }) });
    const contents = async (folder: PictureFolder) =>
      addressesOf(await last(images, folder)).map((url) => readFileSync(here.fileAt(url)));
    return { ...here, db, images, start, contents };
  }

  it("that could not be recorded leaves no file", async () => {
    const { images, db, names, contents } = await model();
    const before = names();
    db.exec(`CREATE TRIGGER plein BEFORE INSERT ON documents WHEN new.collection = 'pictures'
      BEGIN SELECT RAISE(ABORT, 'panne'); END`);
    await expect(images.copy(POSTER, LOTTO)).rejects.toThrow("panne");
    expect(await images.listKept(LOTTO)).toEqual([]);
    expect(names()).toEqual(before);
    db.exec("DROP TRIGGER plein");
    expect(await images.copy(POSTER, LOTTO)).toBe("evenements/Loto1125/affiche.jpg");
    expect(await contents(LOTTO)).toEqual(await contents(EVENT));
  });

  it("in whose middle the process dies leaves nothing that counts, and its files go with the next start", async () => {
    const { images, start, names } = await model();
    const before = names();
    const claim = vi.fn<PictureStore["claim"]>(() => new Promise(() => {}));
    void start(() => ({ claim })).copy(POSTER, LOTTO);
    await vi.waitFor(() => expect(claim).toHaveBeenCalled(), 10_000);
    expect(names().length).toBeGreaterThan(before.length);
    expect(await images.listKept(LOTTO)).toEqual([]);
    await images.sweep(new Date());
    expect(names()).toEqual(before);
  });

  it("is none of a model that goes while it is read", async () => {
    const { images, start, names } = await model();
    const late = start((store) => ({
      async read(...file) {
        await images.remove(POSTER);
        return store.read(...file);
      },
    }));
    expect(await late.copy(POSTER, LOTTO)).toBeNull();
    expect(await images.listKept(LOTTO)).toEqual([]);
    expect(names()).toEqual([]);
  });

  it.each(["480.jpg", "partage.jpg", "480.webp"])("of a damaged picture, whose %s is lost, is whole", async (lost) => {
    const { images, names, picturesFolder, fileAt } = await model();
    unlinkSync(join(picturesFolder, names().find((name) => name.endsWith(lost)) ?? ""));
    expect(await images.copy(POSTER, LOTTO)).not.toBeNull();
    const copy = await last(images, LOTTO);
    expect(addressesOf(copy)).toHaveLength(5);
    for (const url of addressesOf(copy)) expect(existsSync(fileAt(url))).toBe(true);
    const fetch = async (url: string) => readFileSync(fileAt(url));
    expect(await variants({ images, fetch }, copy)).toHaveLength(4);
  });

  it("is none of a picture of which there is nothing left to make it from", async () => {
    const { images, names, picturesFolder } = await model();
    for (const name of names().filter((one) => one.endsWith(".jpg"))) unlinkSync(join(picturesFolder, name));
    expect(await images.copy(POSTER, LOTTO)).toBeNull();
    expect(await images.listKept(LOTTO)).toEqual([]);
  });
});
