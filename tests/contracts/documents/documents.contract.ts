import { expect, it, onTestFinished } from "vitest";
import type { DocumentContent, Documents, Query, StoredDocument } from "#ports/documents.ts";
import { DocumentExists, isDocumentId } from "#ports/documents.ts";

/** Creates an empty store; each call of the returned function opens it again, as another process would. */
export type MakeDocuments = () => Promise<() => Promise<Documents>>;

const MANY = 20;

const add = (documents: Documents, collection: string, all: Record<string, DocumentContent>) =>
  documents.transaction(async (transaction) => {
    for (const [id, content] of Object.entries(all)) transaction.create(collection, id, content);
  });

const ids = (found: readonly StoredDocument[]) => found.map(({ id }) => id);

/** Adds one to the number in a document. @returns the new number */
export const increment = (documents: Documents, id = "counter") =>
  documents.transaction(async (transaction) => {
    const found = await transaction.get("numbers", id);
    const value = Number(found?.content.value ?? 0) + 1;
    if (found) transaction.update("numbers", id, { value });
    else transaction.create("numbers", id, { value });
    return value;
  });

export function describeDocuments(
  name: string,
  make: MakeDocuments,
  describeHere: (name: string, tests: () => void) => void,
): void {
  describeHere(`${name}, reading and writing`, () => {
    it("stores a document with every kind of value, and returns null for a missing one", async () => {
      const documents = await (await make())();
      const content = {
        text: "Fête « à » 🎺 '; DROP TABLE documents; --",
        empty: "",
        number: -1.5,
        yes: true,
        nothing: null,
        list: [1, "two", { three: [] }],
        map: { "a.b": "dot", $x: 1, $y: 2 },
        "champ.à point": "kept",
      };
      await add(documents, "things", { one: content });
      const found = await documents.get("things", "one");
      expect(found).toEqual({ id: "one", version: expect.any(String), changedAt: expect.any(Date), content });
      expect(Math.abs(Date.now() - Number(found?.changedAt))).toBeLessThan(60_000);
      expect(await documents.get("things", "two")).toBeNull();
      expect(await documents.get("others", "one")).toBeNull();
    });

    it("update merges fields, replace replaces the content, put creates or replaces, delete deletes", async () => {
      const documents = await (await make())();
      const x = { x: "1" };
      await add(documents, "things", { a: { ...x, y: { z: 1, w: 2 } }, b: { ...x, y: "2" }, c: x, d: x });
      await documents.transaction(async (transaction) => {
        for (const id of ["a", "b", "c", "d", "e"]) await transaction.get("things", id);
        transaction.update("things", "a", { y: { z: 3 }, "new.field": "4" });
        transaction.replace("things", "b", { v: "5" });
        transaction.delete("things", "c");
        for (const id of ["d", "e"]) transaction.put("things", id, { v: "6" });
      });
      expect((await documents.get("things", "a"))?.content).toEqual({ x: "1", y: { z: 3 }, "new.field": "4" });
      expect((await documents.get("things", "b"))?.content).toEqual({ v: "5" });
      expect(await documents.get("things", "c")).toBeNull();
      for (const id of ["d", "e"]) expect((await documents.get("things", id))?.content).toEqual({ v: "6" });
    });

    it("changes the version with each write, also of the same content, and after deletion and creation", async () => {
      const documents = await (await make())();
      await add(documents, "things", { a: { x: "1" } });
      const versions = [(await documents.get("things", "a"))?.version];
      for (const how of ["update", "replace", "delete"] as const) {
        await documents.transaction(async (transaction) => {
          await transaction.get("things", "a");
          transaction[how]("things", "a", { x: "1" });
        });
        versions.push((await documents.get("things", "a"))?.version);
      }
      await add(documents, "things", { a: { x: "1" } });
      versions.push((await documents.get("things", "a"))?.version);
      expect(new Set(versions).size).toBe(5);
    });

    it.each(["", ".", "..", "a/b", "__x__", "x".repeat(1501), "é".repeat(751), "\ud800"])(
      "refuses the id %j",
      async (id) => {
        const documents = await (await make())();
        expect(isDocumentId(id)).toBe(false);
        expect(await documents.get("things", id)).toBeNull();
        await expect(add(documents, "things", { [id]: {} })).rejects.toThrow("Invalid id");
      },
    );

    it.each(["Fête0825", "é".repeat(750), "a b", "%2F", "x".repeat(1500), "__x"])("accepts the id %j", async (id) => {
      const documents = await (await make())();
      await add(documents, "things", { [id]: { x: "1" } });
      expect((await documents.get("things", id))?.id).toBe(id);
    });
  });

  describeHere(`${name}, queries`, () => {
    const EVENTS: Record<string, DocumentContent> = {
      a: { at: "2025-01", kind: "party", text: "salle été" },
      b: { at: "2025-03", kind: "trip", text: "car" },
      c: { at: "2025-02", kind: "party", text: "été" },
      d: { at: "2025-02", kind: "Party" },
      e: { kind: "party", text: "ete" },
      f: { at: 2025, kind: "trip" },
      g: { at: null },
      h: { at: "É" },
    };
    const CONTAINING = { contains: { field: "text", text: "é" } };
    const CASES: [string, Query, string[]][] = [
      ["all, by id", {}, ["a", "b", "c", "d", "e", "f", "g", "h"]],
      ["one value, to the letter", { where: { field: "kind", equals: "party" } }, ["a", "c", "e"]],
      ["no value", { where: { field: "kind", equals: "" } }, []],
      ["several values", { where: { field: "kind", in: ["Party", "trip", "x"] } }, ["b", "d", "f"]],
      ["a field’s order, then ids, without other types", { where: { field: "at" } }, ["a", "c", "d", "b", "h"]],
      ["the same backwards", { where: { field: "at", descending: true } }, ["h", "b", "d", "c", "a"]],
      ["from and to", { where: { field: "at", from: "2025-02", to: "2025-03" } }, ["c", "d", "b"]],
      ["after and before", { where: { field: "at", after: "2025-01", before: "2025-03" } }, ["c", "d"]],
      ["a portion", { where: { field: "at" }, offset: 1, limit: 2 }, ["c", "d"]],
      ["a limit alone, an offset alone", { limit: 1, offset: 7 }, ["h"]],
      ["nothing behind the end", { offset: 8 }, []],
      ["what follows an id", { afterId: "cc", limit: 2 }, ["d", "e"]],
      ["a text", { contains: { field: "text", text: "été" } }, ["a", "c"]],
      ["several texts", { contains: { field: "text", text: ["été", "salle"] } }, ["a"]],
      ["a text, without any field", { contains: { field: "text", text: "été" }, select: [] }, ["a", "c"]],
      ["a text in a portion of a range", { ...CONTAINING, where: { field: "at" }, offset: 1, limit: 1 }, ["c"]],
      ["a text that is a pattern elsewhere", { contains: { field: "text", text: "%" } }, []],
    ];
    it("answers every kind of query, and counts without offset and limit", async () => {
      const documents = await (await make())();
      await add(documents, "events", EVENTS);
      await add(documents, "others", { z: { at: "2025-02", kind: "party" } });
      for (const [what, query, expected] of CASES) {
        expect(ids(await documents.query("events", query)), what).toEqual(expected);
        const { where, contains } = query;
        const all = await documents.query("events", { where, contains });
        expect(await documents.count("events", { where, contains }), what).toBe(all.length);
      }
    });

    it("returns only selected fields, of any type", async () => {
      const documents = await (await make())();
      await add(documents, "things", { a: { x: true, y: { z: [1, null] }, w: "long" }, b: { w: "long" } });
      const found = await documents.query("things", { select: ["x", "y", "none"] });
      expect(found.map(({ content }) => content)).toEqual([{ x: true, y: { z: [1, null] } }, {}]);
    });

    it("refuses queries that need another index, and field names that could change the query", async () => {
      const documents = await (await make())();
      const refused: Query[] = [
        { where: { field: "a.b", equals: "" } },
        { where: { field: "a') OR 1 --", equals: "" } },
        { select: ["a", "b'"] },
        { contains: { field: "a b", text: "" } },
        { contains: { field: "a", text: [] } },
        { where: { field: "a", in: [] } },
        { where: { field: "a", equals: "" }, afterId: "a" },
        { where: { field: "a", in: Array.from({ length: 31 }, String) } },
      ];
      for (const query of refused) await expect(documents.query("things", query)).rejects.toThrow();
      for (const { where, contains } of refused.filter((one) => !one.select && !one.afterId))
        await expect(documents.count("things", { where, contains })).rejects.toThrow();
    });
  });

  describeHere(`${name}, transactions`, () => {
    it("applies all writes or none", async () => {
      const documents = await (await make())();
      await add(documents, "things", { a: { x: "1" } });
      const failing = documents.transaction(async (transaction) => {
        await transaction.get("things", "a");
        transaction.update("things", "a", { x: "2" });
        transaction.create("things", "b", {});
        throw new Error("changed my mind");
      });
      await expect(failing).rejects.toThrow("changed my mind");
      const existing = documents.transaction(async (transaction) => {
        await transaction.get("things", "c");
        transaction.create("things", "c", {});
        transaction.create("things", "a", { x: "3" });
      });
      await expect(existing).rejects.toThrow(DocumentExists);
      expect(ids(await documents.query("things"))).toEqual(["a"]);
      expect((await documents.get("things", "a"))?.content).toEqual({ x: "1" });
    });

    it("refuses a write without a read, a second write of a document, and a read after a write", async () => {
      const documents = await (await make())();
      await add(documents, "things", { a: { x: "1" }, b: { x: "1" } });
      const attempt = (work: Parameters<Documents["transaction"]>[0]) => expect(documents.transaction(work)).rejects;
      for (const kind of ["update", "replace"] as const)
        await attempt(async (transaction) => transaction[kind]("things", "a", {})).toThrow("unread document");
      await attempt(async (transaction) => transaction.delete("things", "a")).toThrow("unread document");
      await attempt(async (transaction) => {
        await transaction.get("things", "none");
        transaction.update("things", "none", {});
      }).toThrow("unread document");
      await attempt(async (transaction) => {
        await transaction.get("things", "a");
        transaction.create("things", "a", {});
      }).toThrow("existing document");
      await attempt(async (transaction) => {
        await transaction.query("things");
        transaction.update("things", "a", {});
        transaction.delete("things", "a");
      }).toThrow("Written twice");
      await attempt(async (transaction) => {
        transaction.create("things", "c", {});
        await transaction.get("things", "b");
      }).toThrow("must read before it writes");
      expect(ids(await documents.query("things"))).toEqual(["a", "b"]);
    });

    it("refuses a nested transaction", async () => {
      const documents = await (await make())();
      await expect(documents.transaction(() => increment(documents))).rejects.toThrow("cannot be nested");
      expect(await increment(documents)).toBe(1);
    });

    it("has the same id and the same new ids in each attempt", async () => {
      const openOne = await make();
      const [one, other] = [await openOne(), await openOne()];
      await increment(one);
      const attempts: string[] = [];
      await one.transaction(async (transaction) => {
        const found = await transaction.get("numbers", "counter");
        attempts.push([transaction.id, transaction.newId(), transaction.newId()].join(" "));
        if (attempts.length === 1) await increment(other).catch(() => {});
        transaction.update("numbers", "counter", { value: Number(found?.content.value) + 1 });
      });
      expect(new Set(attempts).size).toBe(1);
      expect(new Set(attempts[0]?.split(" ")).size).toBe(3);
    });

    it("treats a concurrent insert into the result of its query as a conflict", async () => {
      const openOne = await make();
      const [one, other] = [await openOne(), await openOne()];
      const takeNumber = (documents: Documents) =>
        documents.transaction(async (transaction) => {
          const taken = await transaction.query("seats", { where: { field: "hall", equals: "big" } });
          transaction.create("seats", transaction.newId(), { hall: "big", seat: String(taken.length) });
        });
      await Promise.all([one, other].flatMap((documents) => [takeNumber(documents), takeNumber(documents)]));
      const seats = (await one.query("seats")).map(({ content }) => content.seat);
      expect(seats.sort()).toEqual(["0", "1", "2", "3"]);
    });

    it(`neither loses nor repeats one of ${MANY} concurrent updates by two writers`, async () => {
      const openOne = await make();
      const writers = [await openOne(), await openOne()];
      const outcomes = await Promise.all(
        Array.from({ length: MANY }, (_, n) => increment(writers[n % 2] as Documents)),
      );
      expect(outcomes.toSorted((a, b) => a - b)).toEqual(Array.from({ length: MANY }, (_, n) => n + 1));
    });
  });

  describeHere(`${name}, watches`, () => {
    /** Watches a query. `heard`: the ids of each report. `until`: waits for a report. */
    function listen(documents: Documents, collection: string, query: Query = {}) {
      const heard: string[][] = [];
      let wake = () => {};
      const stop = documents.watch(collection, query, {
        onDocuments(found) {
          heard.push(ids(found));
          wake();
        },
        onDown() {},
      });
      onTestFinished(stop);
      const until = async (expected: string[]) => {
        while (JSON.stringify(heard.at(-1)) !== JSON.stringify(expected)) {
          const { promise, resolve } = Promise.withResolvers<void>();
          wake = resolve;
          await promise;
        }
      };
      return { heard, until, stop };
    }

    it("reports the documents at the start, and after each change by this or another process", async () => {
      const openOne = await make();
      const [one, other] = [await openOne(), await openOne()];
      await add(one, "things", { a: {} });
      const { until } = listen(one, "things");
      await until(["a"]);
      await add(one, "things", { b: {} });
      await until(["a", "b"]);
      await add(other, "things", { c: {} });
      await until(["a", "b", "c"]);
      await other.transaction(async (transaction) => {
        await transaction.query("things");
        transaction.delete("things", "a");
        transaction.update("things", "b", { x: "1" });
      });
      await until(["b", "c"]);
    });

    it("reports a write of its own process before that write is confirmed", async () => {
      const documents = await (await make())();
      const { heard, until } = listen(documents, "things");
      await until([]);
      await add(documents, "things", { a: {} });
      expect(heard.at(-1)).toEqual(["a"]);
      await documents.transaction(async (transaction) => {
        await transaction.get("things", "a");
        transaction.delete("things", "a");
      });
      expect(heard.at(-1)).toEqual([]);
    });

    it("reports only the documents of its query, in their order, and nothing after its end", async () => {
      const documents = await (await make())();
      const due = { where: { field: "dueAt" }, limit: 1 } as const;
      const { heard, until, stop } = listen(documents, "mails", due);
      await until([]);
      await add(documents, "mails", { later: { dueAt: "2" }, never: {} });
      await until(["later"]);
      await add(documents, "mails", { soon: { dueAt: "1" } });
      await until(["soon"]);
      stop();
      const before = heard.length;
      await add(documents, "mails", { sooner: { dueAt: "0" } });
      expect(heard.length).toBe(before);
    });
  });
}
