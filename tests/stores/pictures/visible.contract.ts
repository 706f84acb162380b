import { describe, expect, it, onTestFinished, vi } from "vitest";
import { GROUP_PHOTO } from "#domain/pictures/picture.ts";
import type { DocumentContent, Documents } from "#ports/documents.ts";
import { keptFiles, prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { addressesOf, EVENT, fetchAddress, LEO, last, name, type Place, save, withdraw, ZOE } from "./picture-place.ts";

const A_MINUTE_MS = 60_000;
/** Maximum wait for a watch. The site promises two seconds; a machine that runs other tests may take longer. */
const WATCH_MS = 10_000;
const SOURCES = ["membres", "evenements", "settings"] as const;

/** Connects the pictures of a place to watches, as a site does. @returns a function that ends the watches */
async function watch({ documents, pictures }: Place): Promise<() => void> {
  const heard = new Set<string>();
  const stops = SOURCES.map((source) =>
    documents.watch(
      source,
      {},
      {
        onDocuments(found) {
          pictures.onWatch(source, found);
          heard.add(source);
        },
        onDown() {},
      },
    ),
  );
  await vi.waitFor(() => expect(heard.size).toBe(3), WATCH_MS);
  const stop = () => {
    for (const end of stops) end();
    for (const source of SOURCES) pictures.onWatch(source, null);
  };
  onTestFinished(stop);
  return stop;
}

/** Advances `performance.now()`. */
function pass(ms: number): void {
  const now = performance.now.bind(performance);
  const spy = vi.spyOn(performance, "now").mockImplementation(() => now() + ms);
  onTestFinished(() => spy.mockRestore());
}

const soon = <T>(check: () => Promise<T>): Promise<T> => vi.waitFor(check, WATCH_MS);

const seen = async (place: Place, urls: readonly string[]) =>
  (await Promise.all(urls.map((url) => fetchAddress(place, url)))).filter((file) => file !== null).length;

/** @param make a place. Each call of the result opens it again, as another instance would */
export function visiblePicturesContract(title: string, make: () => Promise<() => Place>): void {
  const openOne = async () => (await make())();

  describe(`${title}, public pictures`, () => {
    it.each([false, true])("are exactly those that a public document names (with watches: %j)", async (isWatched) => {
      const place = await openOne();
      if (isWatched) await watch(place);
      await name(place, EVENT, await prepared(place, "evenements", "affiche.jpg", await jpeg(600, 400)));
      const image = await soon(() => last(place, EVENT));
      const urls = addressesOf(image);
      expect([urls.length, await seen(place, urls)]).toEqual([6, 6]);
      const drafts: DocumentContent[] = [
        { Publication: "draft" },
        { Publication: "2999-01-01T10:00:00.000Z" },
        { Nom: " " },
      ];
      for (const hidden of drafts) {
        await name(place, EVENT, image.key, hidden);
        await soon(async () => expect([await place.pictures.find(EVENT), await seen(place, urls)]).toEqual([null, 0]));
        expect([...(await place.pictures.findAll("evenements")).keys()]).toEqual([]);
      }
      await name(place, EVENT, image.key);
      await soon(async () => expect([await last(place, EVENT), await seen(place, urls)]).toEqual([image, 6]));
      await name(place, EVENT, await prepared(place, "evenements"));
      await soon(async () => expect(await seen(place, urls)).toBe(0));
      const other = addressesOf(await last(place, EVENT));
      expect(await seen(place, other)).toBe(4);
      await withdraw(place, EVENT);
      await soon(async () => expect([await place.pictures.find(EVENT), await seen(place, other)]).toEqual([null, 0]));
    });

    it("are at the address of the card that names them, and at no other", async () => {
      const place = await openOne();
      const { key, url } = await save(place, ZOE, await jpeg(60, 40));
      await name(place, LEO, key);
      const elsewhere = (await last(place, LEO)).url;
      expect([await seen(place, [url, elsewhere]), elsewhere === url]).toEqual([2, false]);
      await name(place, ZOE, null);
      expect([await fetchAddress(place, url), await seen(place, [elsewhere])]).toEqual([null, 1]);
      expect(await seen(place, [url.replace("/membres/", "/evenements/"), url.replace(key, "0".repeat(20))])).toBe(0);
    });

    it("include the group photo while the settings name it; a collection lists its pictures by the id of their card", async () => {
      const place = await openOne();
      const photo = await save(place, GROUP_PHOTO, await jpeg(60, 40));
      expect([await last(place, GROUP_PHOTO), photo.share]).toEqual([photo, null]);
      expect(await fetchAddress(place, photo.url.replace("/groupe/", "/autre/"))).toBeNull();
      const [zoe, leo] = [await save(place, ZOE, await jpeg(60, 40)), await save(place, LEO, await jpeg(60, 40))];
      expect(Object.fromEntries(await place.pictures.findAll("membres"))).toEqual({ [ZOE.id]: zoe, [LEO.id]: leo });
      await name(place, GROUP_PHOTO, null);
      expect(await fetchAddress(place, photo.url)).toBeNull();
    });

    it("are soon known to another instance, which has the watched documents in memory", async () => {
      const open = await make();
      const [here, there] = [open(), open()];
      await watch(there);
      const image = await save(here, EVENT, await jpeg(300, 200));
      const urls = addressesOf(image);
      // Before its watch shows the event, the instance reads the document.
      expect(await seen(there, urls)).toBe(4);
      await soon(async () => expect(await last(there, EVENT)).toEqual(image));
      await name(here, EVENT, image.key, { Publication: "draft" });
      await soon(async () => expect(await seen(there, urls)).toBe(0));
      expect(await there.pictures.find(EVENT)).toBeNull();
    });

    it("are read from the documents once a watch has been down for a minute, and not while it is up", async () => {
      const open = await make();
      const [here, place] = [open(), open()];
      const image = await save(here, EVENT, await jpeg(60, 40));
      const stop = await watch(place);
      await last(place, EVENT);
      const reads = vi.spyOn(place.documents, "get");
      expect([await seen(place, addressesOf(image)), reads.mock.calls.length]).toEqual([4, 0]);
      stop();
      await name(here, EVENT, null);
      pass(A_MINUTE_MS);
      expect([await seen(place, addressesOf(image)), await place.pictures.find(EVENT)]).toEqual([0, null]);
      expect([...(await place.pictures.findAll("evenements")).keys()]).toEqual([]);
    });
  });

  it(`${title}: the committee sees all pictures that have a document, small and large, also if they are not public`, async () => {
    const place = await openOne();
    const { key } = await prepared(place, "membres");
    expect([await place.pictures.get(key), await place.pictures.readJpeg(key, "small")]).toEqual([null, null]);
    const image = await save(place, EVENT, await jpeg(1000, 200));
    await name(place, EVENT, image.key, { Publication: "draft" });
    expect(await place.pictures.get(image.key)).toMatchObject({ file: "affiche.jpg", made: { width: 1000 } });
    const small = await place.pictures.readJpeg(image.key, "small");
    const large = await place.pictures.readJpeg(image.key, "large");
    expect([small?.byteLength === large?.byteLength, small === null]).toEqual([false, false]);
    for (const gone of ["../../etc/passwd", "0123456789abcdef0123", ""])
      expect(await place.pictures.readJpeg(gone, "small")).toBeNull();
  });

  describe(`${title}, a picture without references`, () => {
    const past = () => new Date(Date.now() - A_MINUTE_MS);

    it("is deleted with its files; one that a card, the journal or the settings name stays", async () => {
      const place = await openOne();
      const { documents, pictures } = place;
      const card = await save(place, EVENT, await jpeg(60, 40), "card.jpg");
      const photo = await save(place, GROUP_PHOTO, await jpeg(60, 40), "photo.jpg");
      const line = await save(place, ZOE, await jpeg(60, 40), "line.jpg");
      const none = await save(place, LEO, await jpeg(60, 40), "none.jpg");
      await documents.transaction(async (transaction) => {
        transaction.create("journal", "a-line", { picture: line.key });
      });
      for (const folder of [ZOE, LEO]) await name(place, folder, null);
      await pictures.collect([card, photo, line, none].map(({ key }) => key));
      expect((await keptFiles(place)).toSorted()).toEqual(["card.jpg", "line.jpg hidden", "photo.jpg"]);
      expect((await place.fileNames()).filter((file) => file.includes(none.key))).toEqual([]);
      await withdraw(place, EVENT);
      await pictures.collectAll(past());
      expect((await keptFiles(place)).toSorted()).toEqual(["line.jpg hidden", "photo.jpg"]);
      expect(await place.fileNames()).toHaveLength(4);
      await pictures.collectAll(past());
      expect(await place.fileNames()).toHaveLength(4);
    });

    it("of an upload in progress stays until it is old enough", async () => {
      const place = await openOne();
      const picture = await prepared(place, "membres");
      await place.pictures.collectAll(past());
      expect((await place.fileNames()).length).toBeGreaterThan(0);
      await name(place, ZOE, picture);
      await prepared(place, "membres");
      await place.pictures.collectAll(new Date(Date.now() + A_MINUTE_MS));
      expect([await keptFiles(place), (await place.fileNames()).length]).toEqual([["affiche.jpg"], 2]);
      expect(await fetchAddress(place, (await last(place, ZOE)).url)).not.toBeNull();
    });

    it("either stays with all its files or loses the race, when it is named and deleted concurrently", async () => {
      const open = await make();
      const [here, there] = [open(), open()];
      for (let round = 0; round < 8; round++) {
        const { key } = await save(here, ZOE, await jpeg(60, 40));
        await name(here, ZOE, null);
        await Promise.all([name(here, LEO, key), there.pictures.collect([key])]);
        const named = await namedBy(here.documents, LEO.id);
        expect([key, null]).toContain(named);
        expect((await here.fileNames()).filter((file) => file.includes(key))).toHaveLength(named === key ? 2 : 0);
        await name(here, LEO, null);
        await here.pictures.collect([key]);
      }
    });
  });
}

const namedBy = async (documents: Documents, id: string) => (await documents.get("membres", id))?.content.picture;
