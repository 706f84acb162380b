import { describe, expect, it } from "vitest";
import type { Person } from "#domain/person.ts";
import type { CardStore } from "#stores/card-store.ts";
import { BOB, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";
import { aPicture } from "#tests/images/kept-pictures.ts";

/** As for document-store.contract.ts, where the times of writes come from `now`. */
type Make<Fields> = (now: () => Date) => Promise<() => Promise<CardStore<Fields>>>;

const START = new Date("2025-08-01T20:15:00.000Z");
const [A, B, C, NEVER] = ["a", "b", "c", "d"].map((digit) => digit.repeat(20)) as [string, string, string, string];

/** What every store of a collection promises of the picture that a document names. */
export function documentPicturesContract<Fields extends Record<keyof Fields, string>>(
  name: string,
  make: Make<Fields>,
  { example, other }: { example: Fields; other: Fields },
): void {
  /** A store, and somebody who saves there a minute after the last save; a picture is new when it is named first. */
  const openOne = async () => {
    let minutes = 0;
    const known = new Set<string>();
    const named = <Key extends string | null | undefined>(key: Key) => {
      if (typeof key !== "string" || known.has(key)) return key;
      known.add(key);
      return aPicture(key.slice(0, 1));
    };
    const store = await (await make(() => new Date(START.getTime() + minutes * 60_000)))();
    const picture = async (id = "A") => (await store.get(id))?.picture;
    return {
      store,
      picture,
      create: (key?: string | null, id = "A") => store.create(id, example, ELODIE, named(key)),
      async save(change?: { was: string | null; is: string | null }, fields: Fields = example, by: Person = ELODIE) {
        minutes++;
        const version = (await store.get("A"))?.version ?? "";
        return store.update("A", fields, version, by, change && { was: change.was, is: named(change.is) });
      },
      states: async (id = "A") => (await store.listRevisions(id)).map(({ content, picture }) => ({ content, picture })),
      pictures: async (id = "A") => [
        await picture(id),
        ...(await store.listRevisions(id)).map((state) => state.picture),
      ],
    };
  };

  describe(`${name}, the picture`, () => {
    it.each([A, null, undefined])("is the one of the creation, none, or not known: %j", async (given) => {
      const { store, create, picture } = await openOne();
      await create(given);
      expect(await picture()).toBe(given);
      expect((await store.list()).map((document) => document.picture)).toEqual([given]);
    });

    it.each([A, null, undefined])("stays as it is in a write that does not speak of it: %j", async (given) => {
      const { create, picture, save, states } = await openOne();
      await create(given);
      await save(undefined, other);
      expect(await picture()).toBe(given);
      expect(await states()).toEqual([{ content: example, picture: given }]);
      expect(await create(C, "a")).toBe("taken");
      expect(await picture()).toBe(given);
    });

    it("is another one after a change, which is a state of its own, also of one person within ten minutes", async () => {
      const { create, save, pictures } = await openOne();
      await create(A);
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
      const { create, save, states } = await openOne();
      await create(A);
      await save({ was: A, is: B }, other);
      await save(undefined, example, BOB);
      expect(await states()).toEqual([
        { content: other, picture: B },
        { content: example, picture: A },
      ]);
    });

    it("is no change when it is the same", async () => {
      const { create, save, pictures } = await openOne();
      await create(A);
      await save({ was: A, is: A });
      expect(await pictures()).toEqual([A]);
    });

    it("is named at last where the older site did not, and the state before says which one it was", async () => {
      const { create, save, pictures } = await openOne();
      await create();
      await save({ was: A, is: B });
      expect(await pictures()).toEqual([B, A]);
    });

    it("is what the document names, and not what somebody takes it for who changes it", async () => {
      const { create, save, pictures } = await openOne();
      await create(A);
      await save({ was: C, is: B });
      expect(await pictures()).toEqual([B, A]);
    });

    it("stays as it is in a write that is refused, and is no new one then", async () => {
      const { store, create, pictures } = await openOne();
      await create(A);
      const change = { was: A, is: aPicture("b") };
      expect(await store.update("A", example, "jamais lue", BOB, change)).toBe("outdated");
      expect(await store.update("B", example, "jamais lue", BOB, change)).toBe("absent");
      expect(await pictures()).toEqual([A]);
      expect(await store.create("C", example, BOB, B)).toBe("created");
      expect((await store.get("C"))?.picture).toBeNull();
    });

    it("cannot be one that is gone: a change to it is refused, and a new document has none", async () => {
      const { store, create, pictures, picture } = await openOne();
      await create(A);
      const version = (await store.get("A"))?.version ?? "";
      expect(await store.update("A", other, version, BOB, { was: A, is: NEVER })).toBe("absent");
      expect([await pictures(), (await store.get("A"))?.version]).toEqual([[A], version]);
      await store.create("B", example, BOB, NEVER);
      expect(await picture("B")).toBeNull();
    });

    it.each([A, null])("goes into the bin and comes back, with those of the states: %j", async (given) => {
      const { store, create, save, pictures } = await openOne();
      await create(B);
      await save({ was: B, is: given });
      const before = await pictures();
      const key = await moveCard(store, "A");
      expect(await pictures()).toEqual([undefined]);
      expect(await store.restore(key, "A-2", BOB)).toBe("restored");
      expect(await pictures("A-2")).toEqual(before);
    });

    it("is the one that a deletion names, where the document does not", async () => {
      const { store, create, picture } = await openOne();
      await create(A, "B");
      await create();
      await store.restore(await moveCard(store, "A", { picture: A }), "A", null);
      expect(await picture()).toBe(A);
      await create(undefined, "C");
      await store.restore(await moveCard(store, "C"), "C", null);
      expect(await picture("C")).toBeUndefined();
    });

    it("is forgotten with its state", async () => {
      const { store, create, save, pictures } = await openOne();
      await create(A);
      await save({ was: A, is: B });
      await store.pruneRevisions(new Date("2027-01-01T00:00:00.000Z"));
      expect(await pictures()).toEqual([B]);
    });

    it("is not that of another document which had the identifier before", async () => {
      const { store, create, picture } = await openOne();
      await create(A);
      await moveCard(store, "A");
      await create();
      expect(await picture()).toBeUndefined();
    });
  });
}
