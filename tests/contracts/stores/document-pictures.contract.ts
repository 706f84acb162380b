import { describe, expect, it } from "vitest";
import type { Person } from "#domain/person.ts";
import type { PictureChange } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { BOB, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";

/** As for document-store.contract.ts, where the times of writes come from `now`. */
type Make<Fields> = (now: () => Date) => Promise<() => Promise<DocumentStore<Fields>>>;

const START = new Date("2025-08-01T20:15:00.000Z");
const HOSTILE = `évén/Robert'); DROP TABLE membres; --/<b>"\\" a\u0000b Zoé 🎺 e\u0301 \u202e.jpg`;
const [A, B, C] = ["x/A/a.jpg", "x/A/b.jpg", "x/A/c.jpg"] as const;

/** What every store of a collection promises of the picture that a document names. */
export function documentPicturesContract<Fields extends Record<keyof Fields, string>>(
  name: string,
  make: Make<Fields>,
  { example, other }: { example: Fields; other: Fields },
): void {
  /** A store, and somebody who saves there a minute after the last save. */
  const openOne = async () => {
    let minutes = 0;
    const store = await (await make(() => new Date(START.getTime() + minutes * 60_000)))();
    const picture = async (id = "A") => (await store.get(id))?.picture;
    return {
      store,
      picture,
      async save(change?: PictureChange, fields: Fields = example, by: Person | null = ELODIE) {
        minutes++;
        return store.update("A", fields, (await store.get("A"))?.version ?? "", by, change);
      },
      states: async (id = "A") => (await store.listStates(id)).map(({ content, picture }) => ({ content, picture })),
      pictures: async (id = "A") => [await picture(id), ...(await store.listStates(id)).map((state) => state.picture)],
    };
  };

  describe(`${name}, the picture`, () => {
    it.each([A, null, undefined])("is the one of the creation, none, or not known: %j", async (given) => {
      const { store, picture } = await openOne();
      await store.create("A", example, ELODIE, given);
      expect(await picture()).toBe(given);
      expect((await store.list()).map((document) => document.picture)).toEqual([given]);
    });

    it.each([A, null, undefined])("stays as it is in a write that does not speak of it: %j", async (given) => {
      const { store, picture, save, states } = await openOne();
      await store.create("A", example, ELODIE, given);
      await save(undefined, other);
      expect(await picture()).toBe(given);
      expect(await states()).toEqual([{ content: example, picture: given }]);
      expect(await store.create("a", other, ELODIE, C)).toBe("taken");
      expect(await picture()).toBe(given);
    });

    it("is another one after a change, which is a state of its own, also of one person within ten minutes", async () => {
      const { store, save, pictures } = await openOne();
      await store.create("A", example, ELODIE, A);
      for (const [was, is] of [
        [A, B],
        [B, null],
        [null, C],
        [C, A],
      ] as const)
        expect(await save({ was, is })).toBe("updated");
      expect(await pictures()).toEqual([A, C, null, B, A]);
    });

    it("changes together with the fields, and both states say what belongs together", async () => {
      const { store, save, states } = await openOne();
      await store.create("A", example, ELODIE, A);
      await save({ was: A, is: B }, other);
      await save(undefined, example, BOB);
      expect(await states()).toEqual([
        { content: other, picture: B },
        { content: example, picture: A },
      ]);
    });

    it("is no change when it is the same", async () => {
      const { store, save, pictures } = await openOne();
      await store.create("A", example, ELODIE, A);
      await save({ was: A, is: A });
      expect(await pictures()).toEqual([A]);
    });

    it("is named at last where an earlier version did not, and the state before says which one it was", async () => {
      const { store, save, pictures } = await openOne();
      await store.create("A", example);
      await save({ was: A, is: B });
      expect(await pictures()).toEqual([B, A]);
      await store.create("B", example);
      await store.update("B", other, (await store.get("B"))?.version ?? "", BOB, { was: A, is: A });
      expect(await pictures("B")).toEqual([A, A]);
    });

    it("is what the document names, and not what somebody takes it for who changes it", async () => {
      const { store, save, pictures } = await openOne();
      await store.create("A", example, ELODIE, A);
      await save({ was: C, is: B });
      expect(await pictures()).toEqual([B, A]);
    });

    it("stays as it is in a write that is refused", async () => {
      const { store, pictures } = await openOne();
      await store.create("A", example, ELODIE, A);
      expect(await store.update("A", example, "jamais lue", BOB, { was: A, is: B })).toBe("outdated");
      expect(await store.update("B", example, "jamais lue", BOB, { was: A, is: B })).toBe("absent");
      expect(await pictures()).toEqual([A]);
    });

    it.each([A, null])("goes into the bin and comes back, with those of the states: %j", async (given) => {
      const { store, save, pictures } = await openOne();
      await store.create("A", example, ELODIE, B);
      await save({ was: B, is: given });
      const before = await pictures();
      // The last one of the folder is not the one that is shown.
      const key = await moveCard(store, "A", { pictures: [A, B] });
      expect(await pictures()).toEqual([undefined]);
      expect(await store.restore(key, "A", BOB)).toBe("restored");
      expect(await pictures()).toEqual(before);
    });

    it("is the one that a deletion names, where the document does not, or the last one that goes along", async () => {
      const { store, picture } = await openOne();
      await store.create("A", example);
      await store.restore(await moveCard(store, "A", { pictures: [A, B], picture: A }), "A", null);
      expect(await picture()).toBe(A);
      await store.create("B", example);
      await store.restore(await moveCard(store, "B", { pictures: [A, B] }), "B", null);
      expect(await picture("B")).toBe(B);
      await store.create("C", example);
      await store.restore(await moveCard(store, "C"), "C", null);
      expect(await picture("C")).toBeUndefined();
    });

    it("has its new path in the document and in its states when it comes back with pictures that moved", async () => {
      const { store, save, pictures, states } = await openOne();
      await store.create("A", example, ELODIE, A);
      await save({ was: A, is: B }, other);
      await save({ was: B, is: null });
      await save({ was: null, is: C });
      const key = await moveCard(store, "A", { pictures: [A, B, C] });
      const moved = new Map([
        [A, "x/A-2/a.jpg"],
        [C, "x/A-2/c-2.jpg"],
      ]);
      expect(await store.restore(key, "A-2", BOB, moved)).toBe("restored");
      expect(await pictures("A-2")).toEqual(["x/A-2/c-2.jpg", null, B, "x/A-2/a.jpg"]);
      expect((await states("A-2")).map(({ content }) => content)).toEqual([example, other, example]);
    });

    it("is forgotten with its state", async () => {
      const { store, save, pictures } = await openOne();
      await store.create("A", example, ELODIE, A);
      await save({ was: A, is: B });
      await store.pruneStates(new Date("2027-01-01T00:00:00.000Z"));
      expect(await pictures()).toEqual([B]);
    });

    it("is not that of another document which had the identifier before", async () => {
      const { store, picture } = await openOne();
      await store.create("A", example, ELODIE, A);
      await moveCard(store, "A", { pictures: [A] });
      await store.create("A", other);
      expect(await picture()).toBeUndefined();
    });

    it("keeps hostile text as it is, wherever its path goes", async () => {
      const { store, save, pictures } = await openOne();
      await store.create("A", example, ELODIE, HOSTILE);
      await save({ was: HOSTILE, is: `2${HOSTILE}` });
      expect(await pictures()).toEqual([`2${HOSTILE}`, HOSTILE]);
      const key = await moveCard(store, "A", { pictures: [HOSTILE, `2${HOSTILE}`] });
      await store.restore(key, "A", null, new Map([[HOSTILE, `3${HOSTILE}`]]));
      expect(await pictures()).toEqual([`2${HOSTILE}`, `3${HOSTILE}`]);
    });
  });
}
