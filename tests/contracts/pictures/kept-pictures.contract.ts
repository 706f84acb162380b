import { createHash } from "node:crypto";
import sharp from "sharp";
import { describe, expect, it } from "vitest";
import { type PictureFolder, SHARE_PICTURE_SIZE, type StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageStore } from "#ports/image-store.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { addressesOf, EVENT, LEO, last, type Place, save, variants, ZOE } from "./picture-place.ts";

const LOTTO: PictureFolder = { collection: "evenements", id: "Loto1125" };

/** @returns what answers at the addresses of a picture, in a few letters that are others for other bytes */
const fetchAll = (place: Place, image: StoredImage) =>
  Promise.all(
    addressesOf(image).map(async (url) => {
      const file = await place.fetch(url);
      return file && createHash("sha256").update(file).digest("hex");
    }),
  );

const namesOf = async (images: ImageStore, folder: PictureFolder) =>
  (await images.listKept(folder)).map(({ path, hidden }) => `${path.split("/").at(-1)}${hidden ? " hidden" : ""}`);

/** What every store promises of pictures that lie in their folders, hidden ones too. */
export function keptPicturesContract(name: string, make: () => Promise<Place>): void {
  describe(name, () => {
    describe("a picture that is hidden", () => hiddenContract(make));
    describe("a picture that is copied", () => copyContract(make));
    describe("a small picture", () => smallContract(make));
  });
}

function hiddenContract(make: () => Promise<Place>): void {
  it("is absent for every reader, its files too, until it is shown again as it was", async () => {
    const place = await make();
    const { images } = place;
    await save(images, EVENT, await jpeg(500, 300));
    await save(images, LOTTO, await jpeg(100, 50));
    const before = await last(images, EVENT);
    const files = await fetchAll(place, before);
    expect(files).toHaveLength(5);
    expect(files).not.toContain(null);

    await images.setHidden([before.path], true);
    expect(await images.findLast(EVENT)).toBeNull();
    expect([...(await images.findLastOfEach("evenements")).keys()]).toEqual(["Loto1125"]);
    expect(new Set(await fetchAll(place, before))).toEqual(new Set([null]));
    const hidden = { path: before.path, hidden: true, addedAt: expect.any(Date), size: { width: 500, height: 300 } };
    expect(await images.listKept(EVENT)).toEqual([hidden]);
    expect(await images.listFolders("evenements")).toContainEqual({ id: EVENT.id, pictures: [hidden] });

    await images.setHidden([before.path], false);
    expect(await last(images, EVENT)).toEqual(before);
    expect((await images.findLastOfEach("evenements")).get(EVENT.id)).toEqual(before);
    expect(await fetchAll(place, before)).toEqual(files);
    expect(await namesOf(images, EVENT)).toEqual(["affiche.jpg"]);
  });

  it("keeps its name and its files beside one that is added since", async () => {
    const place = await make();
    const { images } = place;
    const old = await save(images, ZOE, await jpeg(500, 300, 10));
    await images.setHidden([old.path], true);
    const recent = await save(images, ZOE, await jpeg(500, 300, 200));
    expect(recent.path).not.toBe(old.path);
    expect(await namesOf(images, ZOE)).toEqual(["affiche.jpg hidden", "affiche-2.jpg"]);
    await images.remove(recent.path);
    expect(await images.findLast(ZOE)).toBeNull();
    await images.setHidden([old.path], false);
    expect((await last(images, ZOE)).path).toBe(old.path);
    expect(await variants(place, await last(images, ZOE))).toHaveLength(4);
  });

  it("goes with its files when it is removed; one that was added since stays", async () => {
    const place = await make();
    const { images } = place;
    const old = await save(images, ZOE, await jpeg(500, 300, 10));
    await images.setHidden([old.path], true);
    const recent = await save(images, ZOE, await jpeg(500, 300, 200));
    await images.remove(old.path);
    expect(await images.readJpeg(old.path, "small")).toBeNull();
    expect(await namesOf(images, ZOE)).toEqual(["affiche-2.jpg"]);
    expect(await variants(place, await last(images, ZOE))).toHaveLength(4);
    await images.setHidden([old.path], false);
    expect((await last(images, ZOE)).path).toBe(recent.path);
    expect(new Set(await fetchAll(place, old))).toEqual(new Set([null]));
  });

  it("may be one of several, in whatever order they are named: of those that are left the newest is seen", async () => {
    const { images } = await make();
    for (const name of ["a.jpg", "b.jpg", "c.jpg"]) await save(images, ZOE, await jpeg(100, 50), name);
    const [a = "", b = "", c = ""] = (await images.listKept(ZOE)).map(({ path }) => path);
    await images.setHidden([c], true);
    expect((await last(images, ZOE)).path).toBe(b);
    await images.setHidden([c, a], true);
    expect(await namesOf(images, ZOE)).toEqual(["a.jpg hidden", "b.jpg", "c.jpg hidden"]);
    await images.setHidden([b, c, a], true);
    expect(await images.findLast(ZOE)).toBeNull();
    await images.setHidden([a, c], false);
    expect((await last(images, ZOE)).path).toBe(c);
    expect(await namesOf(images, ZOE)).toEqual(["a.jpg", "b.jpg hidden", "c.jpg"]);
  });

  it("may be gone, or nothing at all", async () => {
    const { images } = await make();
    for (const hidden of [true, false])
      for (const paths of [[], ["membres/DupontRéseaux Sociaux/x.jpg"], ["../../etc/passwd"], [""], ["membres"]])
        await images.setHidden(paths, hidden);
    expect(await images.listFolders("membres")).toEqual([]);
    const { path } = await save(images, ZOE, await jpeg(60, 40));
    await images.setHidden(["membres/DupontRéseaux Sociaux/x.jpg", path], true);
    expect(await namesOf(images, ZOE)).toEqual(["affiche.jpg hidden"]);
    await images.setHidden([path], true);
    for (let times = 0; times < 2; times++) await images.setHidden([path], false);
    expect((await last(images, ZOE)).path).toBe(path);
  });

  it("is only this folder’s, also where another collection has one of the same name", async () => {
    const { images } = await make();
    const event: PictureFolder = { collection: "evenements", id: ZOE.id };
    const { path } = await save(images, ZOE, await jpeg(60, 40));
    await save(images, event, await jpeg(60, 40));
    await save(images, LEO, await jpeg(60, 40));
    await images.setHidden([path], true);
    expect([...(await images.findLastOfEach("membres")).keys()]).toEqual(["ReyMembre"]);
    await images.remove(path);
    expect(await images.listKept(ZOE)).toEqual([]);
    expect((await last(images, event)).path).toBe("evenements/DupontRéseaux Sociaux/affiche.jpg");
  });

  it("does not come back when it is removed by one while another shows it again", async () => {
    const place = await make();
    const { images } = place;
    const image = await save(images, ZOE, await jpeg(500, 300));
    await images.setHidden([image.path], true);
    await Promise.all([images.setHidden([image.path], false), images.remove(image.path)]);
    expect(await images.listKept(ZOE)).toEqual([]);
    expect(new Set(await fetchAll(place, image))).toEqual(new Set([null]));
  });
}

function copyContract(make: () => Promise<Place>): void {
  it("is there twice, byte for byte, each with files of its own", async () => {
    const place = await make();
    const { images } = place;
    await save(images, EVENT, await jpeg(500, 300));
    const before = await last(images, EVENT);
    const files = await fetchAll(place, before);
    const path = await images.copy(before.path, LOTTO);
    expect(path).toBe("evenements/Loto1125/affiche.jpg");
    const copy = await last(images, LOTTO);
    expect(copy).toMatchObject({ path, width: 500, height: 300, tint: before.tint });
    expect(addressesOf(copy)).toHaveLength(5);
    expect(await fetchAll(place, copy)).toEqual(files);

    expect(await last(images, EVENT)).toEqual(before);
    await images.remove(before.path);
    expect(new Set(await fetchAll(place, before))).toEqual(new Set([null]));
    expect(await last(images, LOTTO)).toEqual(copy);
    expect(await fetchAll(place, copy)).toEqual(files);
  });

  it("is seen also when its model is hidden, which stays so", async () => {
    const place = await make();
    const { images } = place;
    const { path } = await save(images, ZOE, await jpeg(500, 300));
    await images.setHidden([path], true);
    expect(await images.copy(path, LEO)).toBe("membres/ReyMembre/affiche.jpg");
    expect(await variants(place, await last(images, LEO))).toHaveLength(4);
    expect(await namesOf(images, ZOE)).toEqual(["affiche.jpg hidden"]);
  });

  it("gets a number when the folder has its name already, and is the one that was added last", async () => {
    const { images } = await make();
    const { path } = await save(images, ZOE, await jpeg(100, 50));
    await save(images, LEO, await jpeg(200, 50));
    const copies = await Promise.all([images.copy(path, LEO), images.copy(path, LEO)]);
    expect(copies.sort()).toEqual(["membres/ReyMembre/affiche-2.jpg", "membres/ReyMembre/affiche-3.jpg"]);
    expect(await last(images, LEO)).toMatchObject({ width: 100 });
    expect(await images.listKept(LEO)).toHaveLength(3);
  });

  it("has a share picture where links are shared, and nowhere else", async () => {
    const place = await make();
    const { images } = place;
    const face = await save(images, ZOE, await jpeg(300, 360));
    await images.copy(face.path, EVENT);
    const { share } = await last(images, EVENT);
    expect(await sharp((await place.fetch(share ?? "")) ?? undefined).metadata()).toMatchObject(SHARE_PICTURE_SIZE);
    await images.copy("evenements/Fête0825/affiche.jpg", LEO);
    expect((await last(images, LEO)).share).toBeNull();
    expect(await variants(place, await last(images, LEO))).toHaveLength(2);
    expect(await variants(place, await last(images, EVENT))).toHaveLength(2);
  });

  it("is none when its model is gone", async () => {
    const { images } = await make();
    const { path } = await save(images, ZOE, await jpeg(60, 40));
    await images.remove(path);
    for (const gone of [path, "../../etc/passwd", "membres/ReyMembre/x.jpg", ""])
      expect(await images.copy(gone, LEO)).toBeNull();
    expect(await images.listFolders("membres")).toEqual([]);
  });

  it("is whole or not at all when its model is removed meanwhile", async () => {
    const place = await make();
    const { path } = await save(place.images, ZOE, await jpeg(500, 300));
    const [copy] = await Promise.all([place.images.copy(path, LEO), place.images.remove(path)]);
    expect(await place.images.listKept(ZOE)).toEqual([]);
    if (copy === null) expect(await place.images.listKept(LEO)).toEqual([]);
    else expect(await variants(place, await last(place.images, LEO))).toHaveLength(4);
  });

  it.each(["", "..", "a/b", "a\u0000"])("goes into no folder that no document can have: %j", async (id) => {
    const { images } = await make();
    const { path } = await save(images, ZOE, await jpeg(60, 40));
    await expect(images.copy(path, { collection: "membres", id })).rejects.toThrow();
    expect(await images.listFolders("membres")).toHaveLength(1);
  });
}

function smallContract(make: () => Promise<Place>): void {
  it.each([
    [1000, 480],
    [480, 480],
    [300, 300],
  ])("is the narrowest JPEG, never enlarged: of %i pixels of width %i", async (width, narrowest) => {
    const { images } = await make();
    const { path } = await save(images, ZOE, await jpeg(width, 200));
    const small = await images.readJpeg(path, "small");
    expect(await sharp(small ?? undefined).metadata()).toMatchObject({ format: "jpeg", width: narrowest });
  });

  it("is there of a hidden picture too", async () => {
    const { images } = await make();
    const { path } = await save(images, ZOE, await jpeg(500, 300));
    const small = await images.readJpeg(path, "small");
    await images.setHidden([path], true);
    expect(await images.readJpeg(path, "small")).toEqual(small);
    expect(small).not.toBeNull();
  });

  it("is none of a picture that is gone", async () => {
    const { images } = await make();
    const { path } = await save(images, ZOE, await jpeg(60, 40));
    await images.remove(path);
    for (const gone of [path, "../../etc/passwd", ""]) expect(await images.readJpeg(gone, "small")).toBeNull();
  });
}
