import { describe, expect, it } from "vitest";
import type { Stored } from "#domain/stored.ts";
import type { CardStore } from "#stores/card-store.ts";
import { aDeletion, BOB, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";

/**
 * Makes an empty place; every call of what it returns is another handle on it, as another process would have.
 * The times of writes come from `now`, where it is given.
 */
type Make<Fields> = (now?: () => Date) => Promise<() => Promise<CardStore<Fields>>>;

const HOSTILES = [
  "Robert'); DROP TABLE membres; --",
  '<script>alert("1")</script>',
  "a\u0000b\n\r\tc",
  "=1+1",
  "{{7*7}} <%= 1 %> %s %00 \\x00",
  "Zoé 🎺 👩‍👩‍👧 ע\u202e\u0301",
  "e\u0301 reste décomposé",
  // As much as one document of Firestore holds in every field.
  "x".repeat(60_000),
  "",
];

/**
 * What every store of a collection promises.
 * @param example valid fields
 * @param other other valid fields, different in each of them
 */
export function documentStoreContract<Fields extends Record<keyof Fields, string>>(
  name: string,
  make: Make<Fields>,
  { example, other }: { example: Fields; other: Fields },
): void {
  const read = async (store: CardStore<Fields>, id: string): Promise<Stored<Fields>> => {
    const document = await store.get(id);
    if (!document) throw new Error(`There is no ${id}.`);
    return document;
  };

  describe(name, () => {
    it("is empty at first", async () => {
      const store = await (await make())();
      expect(await store.list()).toEqual([]);
      expect(await store.get("Fête0825")).toBeNull();
    });

    it("gives back what was created, under its identifier", async () => {
      const store = await (await make())();
      expect(await store.create("Fête0825", example)).toBe("created");
      expect(await store.get("Fête0825")).toMatchObject({
        ...example,
        id: "Fête0825",
        version: expect.any(String),
      });
    });

    it("tells when a document was last written, and does not count a write that was refused", async () => {
      let time = new Date("2025-08-01T20:15:00.000Z");
      const store = await (await make(() => time))();
      await store.create("A", example);
      const created = await read(store, "A");
      expect(created.updatedAt).toBe("2025-08-01T20:15:00.000Z");
      time = new Date("2025-08-02T06:00:00.001Z");
      await store.create("A", other);
      await store.update("A", other, "jamais lue");
      expect((await read(store, "A")).updatedAt).toBe("2025-08-01T20:15:00.000Z");
      await store.update("A", other, created.version);
      expect((await read(store, "A")).updatedAt).toBe("2025-08-02T06:00:00.001Z");
      expect((await store.list())[0]?.updatedAt).toBe("2025-08-02T06:00:00.001Z");
    });

    it("lists every document as it reads one", async () => {
      const store = await (await make())();
      await store.create("A", example);
      await store.create("B", other);
      const list = (await store.list()).sort((a, b) => (a.id < b.id ? -1 : 1));
      expect(list).toEqual([await read(store, "A"), await read(store, "B")]);
    });

    it("finds a document only under the very identifier it was created with", async () => {
      const store = await (await make())();
      await store.create("Fête0825", example);
      expect(await store.get("fête0825")).toBeNull();
      expect(await store.get("Fête")).toBeNull();
      expect(await store.get("%")).toBeNull();
    });

    it("never overwrites a document that exists", async () => {
      const store = await (await make())();
      await store.create("Fête0825", example);
      const before = await store.get("Fête0825");
      expect(await store.create("Fête0825", other)).toBe("taken");
      expect(await store.list()).toEqual([before]);
    });

    it.each([
      ["another case", "Fête0825", "fÊTE0825"],
      ["another Unicode composition", "Fête0825", "Fête0825".normalize("NFD")],
      ["both", "Fête0825".normalize("NFD"), "FÊTE0825"],
      ["a letter that is two in capitals", "Straße", "STRASSE"],
    ])("takes an identifier for taken that differs in %s", async (_, first, second) => {
      const store = await (await make())();
      expect(await store.create(first, example)).toBe("created");
      expect(await store.create(second, other)).toBe("taken");
      expect(await store.list()).toEqual([await read(store, first)]);
    });

    it("tells accents apart", async () => {
      const store = await (await make())();
      expect(await store.create("Fête0825", example)).toBe("created");
      expect(await store.create("Fete0825", other)).toBe("created");
    });

    it("gives an identifier to one of many who want it at the same moment", async () => {
      const openOne = await make();
      const stores = await Promise.all([openOne(), openOne(), openOne(), openOne()]);
      const issues = await Promise.all(stores.map((store, i) => store.create(i % 2 ? "ANA" : "Ana", example)));
      expect(issues.filter((outcome) => outcome === "created")).toHaveLength(1);
    });

    it("replaces the fields of a document that is still as it was read", async () => {
      const store = await (await make())();
      await store.create("A", example);
      await store.create("B", example);
      const { version } = await read(store, "A");
      expect(await store.update("A", other, version)).toBe("updated");
      expect(await store.get("A")).toMatchObject({ ...other, id: "A" });
      expect(await store.get("B")).toMatchObject(example);
    });

    it("changes the version with every write, also when the fields stay the same", async () => {
      const store = await (await make())();
      await store.create("A", example);
      const first = (await read(store, "A")).version;
      await store.update("A", example, first);
      const second = (await read(store, "A")).version;
      await store.update("A", example, second);
      const third = (await read(store, "A")).version;
      expect(new Set([first, second, third]).size).toBe(3);
    });

    it("tells the second of two people who edit the same document, and keeps what the first wrote", async () => {
      const openOne = await make();
      const [one, second] = [await openOne(), await openOne()];
      await one.create("A", example);
      const readByOne = await read(one, "A");
      const readByTwo = await read(second, "A");
      expect(await one.update("A", other, readByOne.version)).toBe("updated");
      expect(await second.update("A", example, readByTwo.version)).toBe("outdated");
      expect(await second.get("A")).toMatchObject(other);
    });

    it("lets one of many win who save the same version at the same moment", async () => {
      const openOne = await make();
      const stores = await Promise.all([openOne(), openOne(), openOne()]);
      await stores[0]?.create("A", example);
      const { version } = await read(stores[0] as CardStore<Fields>, "A");
      const issues = await Promise.all(stores.map((store) => store.update("A", other, version)));
      expect(issues.sort()).toEqual(["outdated", "outdated", "updated"]);
    });

    it.each(["", "abc", "0", " 1", "1.0", "1e0", "-1", "9".repeat(40), "1' OR '1'='1", "💥"])(
      "refuses the version %j that nobody has read",
      async (version) => {
        const store = await (await make())();
        await store.create("A", example);
        expect(await store.update("A", other, version)).toBe("outdated");
        expect(await store.get("A")).toMatchObject(example);
      },
    );

    it("creates nothing by an update of what does not exist", async () => {
      const store = await (await make())();
      await store.create("A", example);
      const { version } = await read(store, "A");
      expect(await store.update("B", other, version)).toBe("absent");
      await moveCard(store, "A");
      expect(await store.update("A", other, version)).toBe("absent");
      expect(await store.list()).toEqual([]);
    });

    it("does not mistake a document for the deleted one of the same identifier", async () => {
      const store = await (await make())();
      await store.create("A", example);
      const { version } = await read(store, "A");
      await moveCard(store, "A");
      expect(await store.create("A", example)).toBe("created");
      expect(await store.update("A", other, version)).toBe("outdated");
      expect(await store.moveToBin("A", version, aDeletion())).toBe("outdated");
      expect(await store.get("A")).toMatchObject(example);
    });

    it("says who wrote a document last, as far as that is known", async () => {
      const store = await (await make())();
      await store.create("A", example, ELODIE);
      await store.create("B", example);
      expect((await store.list()).map(({ id, updatedBy }) => [id, updatedBy]).sort()).toEqual([
        ["A", ELODIE],
        ["B", null],
      ]);
      await store.update("A", other, (await read(store, "A")).version, BOB);
      expect((await read(store, "A")).updatedBy).toEqual(BOB);
      await store.update("A", other, "jamais lue", ELODIE);
      expect((await read(store, "A")).updatedBy).toEqual(BOB);
      await store.update("A", other, (await read(store, "A")).version);
      expect((await read(store, "A")).updatedBy).toBeNull();
    });

    it("shows every handle what another one wrote", async () => {
      const openOne = await make();
      const [one, second] = [await openOne(), await openOne()];
      await one.create("A", example);
      expect(await second.list()).toEqual([await read(one, "A")]);
      await second.update("A", other, (await read(second, "A")).version);
      expect(await one.get("A")).toEqual(await read(second, "A"));
      const key = await moveCard(one, "A");
      expect(await second.get("A")).toBeNull();
      expect(await second.restore(key, "A", null)).toBe("restored");
      expect(await one.get("A")).toEqual(await read(second, "A"));
    });

    it.each(HOSTILES)("keeps hostile text as it is (%#)", async (text) => {
      const store = await (await make())();
      const hostile = Object.fromEntries(Object.keys(example).map((field) => [field, text])) as Fields;
      await store.create("A", hostile);
      await store.create("B", example);
      await store.update("B", hostile, (await read(store, "B")).version);
      expect(await store.get("A")).toMatchObject(hostile);
      expect(await store.get("B")).toMatchObject(hostile);
    });

    it("takes a hostile identifier for a name and nothing else", async () => {
      const store = await (await make())();
      await store.create("Ana", example);
      for (const id of ["' OR '1'='1", "Ana'; --", "*", "_na"]) {
        expect(await store.get(id)).toBeNull();
        expect(await store.listRevisions(id)).toEqual([]);
        expect(await store.moveToBin(id, (await read(store, "Ana")).version, aDeletion())).toBe("absent");
        expect(await store.restore(id, "Léo", null)).toBe("absent");
      }
      expect(await store.list()).toHaveLength(1);
    });
  });
}
