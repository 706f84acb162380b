/** What is hidden in the bucket is absent wherever somebody may still have its address. */
import { expect, it } from "vitest";
import { variantName } from "#domain/pictures/picture-variants.ts";
import type { StoredImage } from "#domain/pictures/stored-image.ts";
import type { ImageStore } from "#ports/image-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { startRelay } from "#tests/emulators/storage-relay.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { EMULATOR, hostedBucket } from "./hosted-bucket.ts";
import { fetchAddress } from "./images-folder.ts";
import { addressesOf, EVENT, save as saveIn } from "./picture-place.ts";

const save = (images: ImageStore, bytes: Uint8Array, name?: string): Promise<StoredImage> =>
  saveIn(images, EVENT, bytes, name);

describeHosted("a hidden picture in the bucket", () => {
  it("has no file that visitors get, though they had it a moment ago, until it is shown again", async () => {
    const images = hostedBucket().start();
    const { path } = await save(images, await jpeg(600, 400));
    const other = await save(images, await jpeg(300, 200), "autre.jpg");
    await images.setHidden([other.path], true);
    const shown = (await images.findLast(EVENT)) as StoredImage;
    expect(shown.path).toBe(path);
    const files = await Promise.all(addressesOf(shown).map((url) => fetchAddress(images, url)));
    expect(files).toHaveLength(5);
    expect(files).not.toContain(null);
    await images.setHidden([path], true);
    for (const url of addressesOf(shown)) expect(await fetchAddress(images, url), url).toBeNull();
    await images.setHidden([path], false);
    expect(await Promise.all(addressesOf(shown).map((url) => fetchAddress(images, url)))).toEqual(files);
    expect(await fetchAddress(images, other.url)).toBeNull();
  });

  it("is not given by another instance either, that has it in memory, once it was told", async () => {
    const { start } = hostedBucket();
    const [here, there, fresh] = [start(), start(), start()];
    const { path, url } = await save(here, await jpeg(300, 200));
    expect(await fetchAddress(there, url)).not.toBeNull();
    await here.setHidden([path], true);
    there.forget("evenements");
    expect(await fetchAddress(there, url)).toBeNull();
    expect(await fetchAddress(fresh, url)).toBeNull();
    await there.setHidden([path], false);
    expect(await fetchAddress(here, url)).not.toBeNull();
  });

  it("is not kept in memory by whoever fetched it while it was being hidden", async () => {
    const { start } = hostedBucket();
    const { path, url } = await save(start(), await jpeg(300, 200));
    const images = start();
    const visits = Array.from({ length: 5 }, () => fetchAddress(images, url));
    await Promise.all([...visits, images.setHidden([path], true)]);
    expect(await fetchAddress(images, url)).toBeNull();
  });

  it("is not given any more when the answer to hiding it was lost", async () => {
    const { start } = hostedBucket();
    const { path, url } = await save(start(), await jpeg(300, 200));
    const { origin } = await startRelay(EMULATOR, ({ method }) => (method === "DELETE" ? "lost-response" : null));
    const images = start({ origin });
    expect(await fetchAddress(images, url)).not.toBeNull();
    await images.setHidden([path], true);
    expect(await fetchAddress(images, url)).toBeNull();
  });

  it("has no download URL, and another one than before when it is shown again", async () => {
    const { start, content, byToken } = hostedBucket();
    const images = start();
    const { path } = await save(images, await jpeg(300, 200));
    const tokenNow = async () =>
      (await content()).find(({ name }) => name === path)?.metadata?.firebaseStorageDownloadTokens ?? "";
    const first = await tokenNow();
    await images.setHidden([path], true);
    expect(await tokenNow()).toBe("");
    expect((await byToken(path, first)).ok).toBe(false);
    await images.setHidden([path], false);
    const second = await tokenNow();
    expect((await byToken(path, second)).status).toBe(200);
    expect((await byToken(path, first)).ok).toBe(false);
    // Showing what is shown takes nobody's address away.
    await images.setHidden([path], false);
    expect(await tokenNow()).toBe(second);
  });

  it("has none either where it arrives hidden from another family, and is there to be made again", async () => {
    const { start, content, openStore } = hostedBucket();
    await save(start(), await jpeg(300, 200), "autre.jpg");
    const store = openStore();
    const key = "0123456789abcdef0123";
    const made = { width: 300, height: 200, tint: null, focus: "" };
    const path = "evenements/Fête0825/cachée.jpg";
    const largest = await jpeg(300, 200);
    const rest = { folder: EVENT, addedAt: new Date(), size: largest.byteLength, old: false, refusal: null };
    await store.write(new Map([[variantName(key, 300, "jpeg"), largest]]));
    const picture = { ...rest, key, path, setAside: true, made };
    expect(await store.claim(picture, largest)).toBe(true);
    expect((await content()).map(({ name }) => name)).not.toContain(path);
    expect(await store.find(path)).toEqual(picture);
    expect(Buffer.from((await store.readOriginal(picture)) ?? [])).toEqual(Buffer.from(largest));
  });

  it("of an existing project is kept as it was sent", async () => {
    const { start, upload, openStore } = hostedBucket();
    const path = "evenements/Fête0825/DSC_0042.JPG";
    const bytes = await jpeg(700, 300);
    await upload(path, bytes);
    await start().setHidden([path], true);
    const store = openStore();
    const picture = await store.find(path);
    expect(picture).toMatchObject({ setAside: true, made: null });
    expect(Buffer.from((picture && (await store.readOriginal(picture))) ?? [])).toEqual(Buffer.from(bytes));
  });

  it("leaves nothing behind once it is removed, and no address of it leads anywhere", async () => {
    const { start, content, byToken } = hostedBucket();
    const images = start();
    const { path, url } = await save(images, await jpeg(300, 200));
    const token = (await content()).find(({ name }) => name === path)?.metadata?.firebaseStorageDownloadTokens ?? "";
    await images.setHidden([path], true);
    await images.remove(path);
    expect(await content()).toEqual([]);
    expect((await byToken(path, token)).ok).toBe(false);
    expect(await fetchAddress(images, url)).toBeNull();
  });
});
