import { describe, expect, it } from "vitest";
import type { Person } from "#domain/person.ts";
import type { Stored } from "#domain/stored.ts";
import type { Documents } from "#ports/documents.ts";
import type { CardStore } from "#stores/cards.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { aDeletion, BOB, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { aPicture } from "#tests/images/kept-pictures.ts";

const START = new Date("2025-08-01T20:15:00.000Z");
const afterStart = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const YEAR = 365 * 24 * 60;
const [A, B, C, NEVER] = ["a", "b", "c", "d"].map((digit) => digit.repeat(20)) as [string, string, string, string];
const HOSTILES = [
  "Robert'); DROP TABLE membres; --",
  '<script>alert("1")</script>',
  "a\u0000b\n\r\tc",
  "=1+1",
  "",
  "{{7*7}} <%= 1 %> %s %00 \\x00",
  "Zoé 🎺 👩‍👩‍👧 ע\u202e\u0301",
  "e\u0301 reste décomposé",
  // As much as one document of Firestore holds in every field; the journal keeps 900 KB.
  "x".repeat(42_000),
];

/**
 * The contract of the stores of members and events: cards, pictures, revisions, deletion and restoration.
 * @param other differs from `example` in every field
 */
export function cardsContract<Fields extends Record<keyof Fields, string>>(
  name: string,
  make: MakeDocuments,
  create: (documents: Documents, now: () => Date) => CardStore<Fields>,
  { example, other }: { example: Fields; other: Fields },
): void {
  const field = Object.keys(example)[0] as keyof Fields;
  const called = (text: string): Fields => ({ ...example, [field]: text });
  const all = (text: string) => Object.fromEntries(Object.keys(example).map((key) => [key, text])) as Fields;
  const read = async (store: CardStore<Fields>, id = "A"): Promise<Stored<Fields>> => {
    const card = await store.get(id);
    if (!card) throw new Error(`There is no ${id}.`);
    return card;
  };

  /** A store with a clock that the test sets, in minutes after the start. */
  const openOne = async () => {
    let minutes = 0;
    const open = await make();
    const openAgain = async () => create(await open(), () => afterStart(minutes));
    const store = await openAgain();
    const bin = createRecycleBinStore(await open());
    const known = new Set<string>();
    /** The first reference to a picture creates it. */
    const referenceTo = <Key extends string | null | undefined>(key: Key) => {
      if (!key || key === NEVER || known.has(key)) return key;
      known.add(key);
      return aPicture(key.slice(0, 1));
    };
    return {
      openAgain,
      store,
      bin,
      referenceTo,
      at: (next: number) => {
        minutes = next;
      },
      /** Creates a card, or changes its first field. */
      async save(id: string, text: string, by: Person | null, after: number) {
        minutes = after;
        const card = await store.get(id);
        return card ? store.update(id, called(text), card.version, by) : store.create(id, called(text), by);
      },
      texts: async (id = "A") => (await store.listRevisions(id)).map(({ content }) => content[field]),
      create: (key?: string | null, id = "A") => store.create(id, example, ELODIE, referenceTo(key)),
      /** Changes picture or fields a minute after the last write. */
      async change(picture?: { was: string | null; is: string | null }, fields: Fields = example, by: Person = ELODIE) {
        minutes++;
        const { version } = await read(store);
        return store.update("A", fields, version, by, picture && { was: picture.was, is: referenceTo(picture.is) });
      },
      picture: async (id = "A") => (await store.get(id))?.picture,
      pictures: async (id = "A") => [
        (await store.get(id))?.picture,
        ...(await store.listRevisions(id)).map((state) => state.picture),
      ],
    };
  };

  describe(name, () => {
    it("creates the missing cards of a list once, also for two processes at once, each with a free id", async () => {
      const { openAgain, store } = await openOne();
      const elsewhere = await openAgain();
      await store.create("a", called("Un"), ELODIE);
      const rules = { idOf: () => "A", keyOf: (fields: Fields) => String(fields[field]) };
      const list = ["Un", "Deux", "Trois", "Deux"].map(called);
      const made = await Promise.all([store, elsewhere].map((each) => each.createMissing(list, rules, BOB)));
      expect(
        made
          .flat()
          .filter((id) => id !== null)
          .sort(),
      ).toEqual(["A-2", "A-3"]);
      expect(made.map((ids) => [ids[0], ids[3]])).toEqual([
        [null, null],
        [null, null],
      ]);
      expect((await store.list()).map((card) => card[field]).sort()).toEqual(["Deux", "Trois", "Un"]);
      expect(await read(elsewhere, "A-3")).toMatchObject({ updatedBy: BOB });
      expect(await store.create("a-3", example, ELODIE)).toBe("taken");
    });

    it("returns to every process what was written, with time and person, alone and in the list", async () => {
      const { openAgain, store, at } = await openOne();
      const elsewhere = await openAgain();
      expect([await store.list(), await store.get("A")]).toEqual([[], null]);
      expect(await store.create("A", example, ELODIE)).toBe("created");
      expect(await store.create("B", other)).toBe("created");
      const [a, b] = [await read(elsewhere, "A"), await read(elsewhere, "B")];
      const written = { version: expect.any(String), updatedAt: START.toISOString() };
      expect(a).toMatchObject({ ...example, ...written, id: "A", updatedBy: ELODIE });
      expect(b).toMatchObject({ ...other, ...written, id: "B", updatedBy: null });
      expect((await store.list()).sort((one, two) => (one.id < two.id ? -1 : 1))).toEqual([a, b]);
      at(600);
      expect(await elsewhere.update("A", other, "jamais lue", BOB)).toBe("outdated");
      expect(await store.create("A", other, BOB)).toBe("taken");
      expect(await read(store)).toEqual(a);
      expect(await elsewhere.update("A", other, a.version, BOB)).toBe("updated");
      const next = { ...other, id: "A", updatedAt: afterStart(600).toISOString(), updatedBy: BOB };
      expect(await read(store)).toMatchObject(next);
      expect(await store.update("A", other, (await read(store)).version)).toBe("updated");
      expect((await read(elsewhere)).updatedBy).toBeNull();
      expect(await read(elsewhere, "B")).toEqual(b);
    });

    it.each([
      ["another case", "Fête0825", "fÊTE0825"],
      ["another Unicode composition", "Fête0825", "Fête0825".normalize("NFD")],
      ["both", "Fête0825".normalize("NFD"), "FÊTE0825"],
      ["a letter that is two in capitals", "Straße", "STRASSE"],
    ])(
      "treats an id as taken that differs in %s only, and finds a card by its exact id only",
      async (_, first, second) => {
        const { store } = await openOne();
        expect(await store.create(first, example)).toBe("created");
        expect(await store.create(second, other)).toBe("taken");
        expect(await store.list()).toEqual([await read(store, first)]);
        for (const id of [second, first.slice(0, 4), "%"]) expect(await store.get(id)).toBeNull();
        // An accent makes another id.
        expect(await store.create("Fete0825", other)).toBe("created");
      },
    );

    it("lets exactly one of several concurrent creations, changes, deletions and restorations succeed", async () => {
      const { openAgain, store } = await openOne();
      const stores = await Promise.all([openAgain(), openAgain(), openAgain()]);
      const created = await Promise.all(stores.map((one, i) => one.create(i % 2 ? "ANA" : "Ana", example)));
      expect(created.filter((outcome) => outcome === "created")).toHaveLength(1);
      await store.create("A", example);
      const before = await read(store);
      const updated = await Promise.all(stores.map((one) => one.update("A", other, before.version)));
      expect(updated.sort()).toEqual(["outdated", "outdated", "updated"]);
      const { version } = await read(store);
      const deletions = stores.map(() => aDeletion());
      const deleted = await Promise.all(
        stores.map((one, i) => one.moveToBin("A", version, deletions[i] ?? aDeletion())),
      );
      expect(deleted.toSorted()).toEqual(["absent", "absent", "updated"]);
      const key = deletions[deleted.indexOf("updated")]?.key ?? "";
      const restored = await Promise.all(stores.map((one, i) => one.restore(key, `A-${i}`, null)));
      expect(restored.toSorted()).toEqual(["absent", "absent", "restored"]);
      expect(await store.list()).toHaveLength(2);
    });

    it.each(["create", "restore"])("treats a version from before a deletion as outdated after a %s", async (how) => {
      const { store } = await openOne();
      await store.create("A", example);
      const { version } = await read(store);
      expect(await store.update("B", other, version)).toBe("absent");
      const key = await moveCard(store, "A");
      expect(await store.update("A", other, version)).toBe("absent");
      expect(await store.list()).toEqual([]);
      if (how === "create") await store.create("A", example);
      else await store.restore(key, "A", null);
      for (const old of [version, "", "1' OR '1'='1"]) {
        const deletion = aDeletion();
        expect(await store.update("A", other, old)).toBe("outdated");
        expect(await store.moveToBin("A", old, deletion)).toBe("outdated");
        expect(await store.restore(deletion.key, "B", null)).toBe("absent");
      }
      expect(await store.get("A")).toMatchObject(example);
    });

    it.each(HOSTILES)("keeps any text unchanged, also in revisions and in the bin (%#)", async (text) => {
      const { store, at } = await openOne();
      const by = { id: text.slice(0, 200), name: text.slice(0, 200) || "x" };
      await store.create("A", all(text), by);
      expect(await store.get("A")).toMatchObject({ ...all(text), updatedBy: by });
      if (text.length > 40_000) return;
      at(20);
      await store.update("A", example, (await read(store)).version, BOB);
      expect(await store.listRevisions("A")).toMatchObject([{ content: all(text), by }]);
      await store.update("A", all(text), (await read(store)).version, by);
      expect(await store.restore(await moveCard(store, "A", { by }), "A", by)).toBe("restored");
      expect(await store.get("A")).toMatchObject({ ...all(text), updatedBy: by });
    });
  });

  describe(`${name}, revisions`, () => {
    it("have the replaced content with times and person, newest first, per card", async () => {
      const { store, save, texts } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("B", "autre", ELODIE, 0);
      await save("A", "deux", BOB, 1);
      await save("A", "trois", null, 2);
      const id = expect.any(String);
      expect(await store.listRevisions("A")).toEqual([
        { id, content: called("deux"), at: afterStart(1).toISOString(), by: BOB, until: afterStart(2).toISOString() },
        { id, content: called("un"), at: START.toISOString(), by: ELODIE, until: afterStart(1).toISOString() },
      ]);
      expect(await texts("B")).toEqual([]);
    });

    it("of one instant have their own ids", async () => {
      const { store, save, texts } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("A", "deux", BOB, 0);
      await save("A", "trois", ELODIE, 0);
      expect(await texts()).toEqual(["deux", "un"]);
      expect(new Set((await store.listRevisions("A")).map(({ id }) => id)).size).toBe(2);
    });

    it("are kept for twelve months after they were replaced; the card stays", async () => {
      const { store, bin, save, texts } = await openOne();
      for (const [i, text] of ["un", "deux", "trois", "quatre"].entries()) await save("A", text, ELODIE, i * 20);
      const before = await store.get("A");
      await bin.pruneRevisions(afterStart(YEAR + 30));
      expect([await texts(), await store.get("A")]).toEqual([["trois", "deux"], before]);
      await save("A", "cinq", BOB, YEAR + 50);
      expect(await texts()).toEqual(["quatre", "trois"]);
    });
  });

  describe(`${name}, deletion and restoration`, () => {
    it("deletes a card once, and restores it with its revisions, as a write by the restoring person", async () => {
      const { store, save, at } = await openOne();
      await store.create("B", other);
      const b = await store.get("B");
      await save("A", "un", ELODIE, 0);
      await save("A", "deux", BOB, 1);
      const [before, states] = [await read(store), await store.listRevisions("A")];
      const key = await moveCard(store, "A", { by: BOB });
      expect(await store.moveToBin("A", before.version, aDeletion())).toBe("absent");
      expect([await store.get("A"), await store.listRevisions("A"), await store.list()]).toEqual([null, [], [b]]);
      at(5);
      expect(await store.restore(key, "A", ELODIE)).toBe("restored");
      const written = { id: "A", updatedAt: afterStart(5).toISOString(), updatedBy: ELODIE };
      expect(await read(store)).toMatchObject({ ...called("deux"), ...written });
      expect((await read(store)).version).not.toBe(before.version);
      expect(await store.listRevisions("A")).toEqual(states);
      expect(await store.restore(key, "B", ELODIE)).toBe("absent");
    });

    it("restores each of two cards that had the same id, and nothing under the id of another card", async () => {
      const { store } = await openOne();
      await store.create("Fête0825", example);
      const first = await moveCard(store, "Fête0825");
      await store.create("Fête0825", other);
      const second = await moveCard(store, "Fête0825");
      expect(await store.restore(second, "Fête0825", null)).toBe("restored");
      const before = await store.list();
      for (const id of ["Fête0825", "fÊTE0825", "Fête0825".normalize("NFD")])
        expect(await store.restore(first, id, null)).toBe("taken");
      expect(await store.list()).toEqual(before);
      expect(await store.restore(first, "Fête0825-2", null)).toBe("restored");
      expect(await store.get("Fête0825")).toMatchObject(other);
      expect(await store.get("Fête0825-2")).toMatchObject({ ...example, updatedBy: null });
      expect(await store.create("fête0825-2", other)).toBe("taken");
    });
  });

  describe(`${name}, the picture`, () => {
    it.each([A, null, undefined])("is that of the creation until a write names another one: %j", async (given) => {
      const { store, create, picture, change, referenceTo } = await openOne();
      await create(given);
      expect(await picture()).toBe(given);
      await change(undefined, other);
      expect((await store.list()).map((card) => card.picture)).toEqual([given]);
      expect(await store.listRevisions("A")).toMatchObject([{ content: example, ...(given && { picture: given }) }]);
      expect(await store.create("a", example, ELODIE, referenceTo(C))).toBe("taken");
      expect(await picture()).toBe(given);
    });

    it("can be changed; each change adds a revision with picture and fields", async () => {
      const { store, create, change, pictures } = await openOne();
      await create(A);
      expect(await change({ was: A, is: A })).toBe("updated");
      expect(await pictures()).toEqual([A]);
      expect(await change({ was: A, is: B }, other)).toBe("updated");
      await change({ was: B, is: null }, other);
      await change({ was: null, is: C }, other);
      await change({ was: C, is: A }, other);
      expect(await pictures()).toEqual([A, C, null, B, A]);
      expect((await store.listRevisions("A")).slice(-2)).toEqual([
        expect.objectContaining({ content: other, picture: B }),
        expect.objectContaining({ content: example, picture: A }),
      ]);
    });

    it.each([
      ["the picture that the form showed, if the card referenced none", undefined, A, [B, A]],
      ["the picture that the card referenced, even if the form showed another", A, C, [B, A]],
    ])("of the revision that a change adds is %s", async (_, given, was, expected) => {
      const { create, change, pictures } = await openOne();
      await create(given);
      await change({ was, is: B });
      expect(await pictures()).toEqual(expected);
    });

    it("stays the same after a refused write; a card cannot get a deleted picture", async () => {
      const { store, create, pictures, picture } = await openOne();
      await create(A);
      const change = { was: A, is: aPicture("b") };
      expect(await store.update("A", example, "jamais lue", BOB, change)).toBe("outdated");
      expect(await store.update("B", example, "jamais lue", BOB, change)).toBe("absent");
      const { version } = await read(store);
      expect(await store.update("A", other, version, BOB, { was: A, is: NEVER })).toBe("absent");
      expect([await pictures(), (await read(store)).version]).toEqual([[A], version]);
      for (const [id, key] of [
        ["C", B],
        ["D", NEVER],
      ] as const) {
        expect(await store.create(id, example, BOB, key)).toBe("created");
        expect(await picture(id)).toBeNull();
      }
    });

    it.each([A, null])("is restored from the bin together with the pictures of the revisions: %j", async (given) => {
      const { store, create, change, pictures, picture } = await openOne();
      await create(B);
      await change({ was: B, is: given });
      const before = await pictures();
      const key = await moveCard(store, "A");
      await create();
      expect(await picture()).toBeUndefined();
      expect(await store.restore(key, "A-2", BOB)).toBe("restored");
      expect(await pictures("A-2")).toEqual(before);
    });

    it("of a restored card is the picture at its deletion, if its document names no picture", async () => {
      const { store, create, picture } = await openOne();
      await create(A, "B");
      await create();
      await store.restore(await moveCard(store, "A", { picture: A }), "A", null);
      expect(await picture()).toBe(A);
      await create(undefined, "C");
      await store.restore(await moveCard(store, "C"), "C", null);
      expect(await picture("C")).toBeUndefined();
    });
  });
}
