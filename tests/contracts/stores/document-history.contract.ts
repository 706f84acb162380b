import { describe, expect, it } from "vitest";
import type { Person } from "#domain/person.ts";
import type { CardStore } from "#stores/card-store.ts";
import { aDeletion, BOB, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";

/** As for document-store.contract.ts, where the times of writes come from `now`. */
type Make<Fields> = (now: () => Date) => Promise<() => Promise<CardStore<Fields>>>;

const MINUTE = 60_000;
const START = new Date("2025-08-01T20:15:00.000Z");
const afterStart = (minutes: number) => new Date(START.getTime() + minutes * MINUTE);
const HOSTILE = `Robert'); DROP TABLE membres; -- <b>"\\" a\u0000b Zoé 🎺 e\u0301 \u202e`;

/** What every store of a collection promises of what was: earlier states, the way into the recycle bin and back. */
export function documentHistoryContract<Fields extends Record<keyof Fields, string>>(
  name: string,
  make: Make<Fields>,
  { example, other }: { example: Fields; other: Fields },
): void {
  const field = Object.keys(example)[0] as keyof Fields;
  const called = (text: string): Fields => ({ ...example, [field]: text });

  /** A store, and people who save there, each so many minutes after the start. */
  const openOne = async () => {
    let minutes = 0;
    const openAgain = await make(() => afterStart(minutes));
    const store = await openAgain();
    return {
      openAgain,
      store,
      at: (next: number) => {
        minutes = next;
      },
      async save(id: string, text: string, by: Person | null, after: number) {
        minutes = after;
        const version = (await store.get(id))?.version;
        if (!version) return store.create(id, called(text), by);
        return store.update(id, called(text), version, by);
      },
      texts: async (id: string) => (await store.listRevisions(id)).map(({ content }) => content[field]),
    };
  };

  describe(`${name}, earlier states`, () => {
    it("are none of a document that was never changed, nor of one that never was", async () => {
      const { store, save } = await openOne();
      await save("A", "un", ELODIE, 0);
      expect(await store.listRevisions("A")).toEqual([]);
      expect(await store.listRevisions("Jamais")).toEqual([]);
    });

    it("say what was there, since when, by whom and until when, newest first", async () => {
      const { store, save } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("A", "deux", BOB, 1);
      await save("A", "trois", null, 2);
      expect(await store.listRevisions("A")).toEqual([
        { content: called("deux"), at: afterStart(1).toISOString(), by: BOB, until: afterStart(2).toISOString() },
        { content: called("un"), at: START.toISOString(), by: ELODIE, until: afterStart(1).toISOString() },
      ]);
    });

    it("are each document's own", async () => {
      const { save, texts } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("B", "autre", ELODIE, 0);
      await save("A", "deux", BOB, 1);
      expect(await texts("A")).toEqual(["un"]);
      expect(await texts("B")).toEqual([]);
    });

    it("are one for what one person changes within ten minutes", async () => {
      const { save, texts } = await openOne();
      await save("A", "un", BOB, 0);
      for (const [text, minute] of [
        ["deux", 20],
        ["trois", 21],
        ["quatre", 29.9],
      ] as const)
        await save("A", text, ELODIE, minute);
      expect(await texts("A")).toEqual(["un"]);
      await save("A", "cinq", ELODIE, 30);
      expect(await texts("A")).toEqual(["quatre", "un"]);
    });

    it("are two when somebody else changes something in between", async () => {
      const { save, texts } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("A", "deux", ELODIE, 20);
      await save("A", "trois", BOB, 21);
      await save("A", "quatre", ELODIE, 22);
      expect(await texts("A")).toEqual(["trois", "deux", "un"]);
    });

    it("are no more after a save that changes nothing", async () => {
      const { save, texts } = await openOne();
      await save("A", "un", ELODIE, 0);
      expect(await save("A", "un", BOB, 60)).toBe("updated");
      expect(await texts("A")).toEqual([]);
    });

    it("are no more after a save that was refused", async () => {
      const { store, save, texts } = await openOne();
      await save("A", "un", ELODIE, 0);
      await store.update("A", called("jamais"), "jamais lue", BOB);
      expect(await texts("A")).toEqual([]);
    });

    it("are the twenty latest", async () => {
      const { save, texts } = await openOne();
      for (let i = 0; i < 23; i++) await save("A", `Texte ${i}`, ELODIE, i * 20);
      expect(await texts("A")).toEqual(Array.from({ length: 20 }, (_, i) => `Texte ${21 - i}`));
    });

    it("go twelve months after they were replaced, at the next save or when somebody asks for it", async () => {
      const { store, save, texts } = await openOne();
      const year = 365 * 24 * 60;
      for (const id of ["A", "B"]) {
        await save(id, "un", ELODIE, 0);
        await save(id, "deux", BOB, 10);
        await save(id, "trois", ELODIE, 20);
      }
      await store.pruneRevisions(afterStart(year + 10));
      expect(await texts("A")).toEqual(["deux", "un"]);
      await store.pruneRevisions(afterStart(year + 15));
      expect(await texts("A")).toEqual(["deux"]);
      expect(await texts("B")).toEqual(["deux"]);
      await save("B", "quatre", BOB, year + 30);
      expect(await texts("B")).toEqual(["trois"]);
      expect(await store.get("A")).toMatchObject(called("trois"));
      await store.pruneRevisions(afterStart(2 * year));
      expect(await texts("A")).toEqual([]);
    });

    it("change nothing of the document when they go", async () => {
      const { store, save } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("A", "deux", BOB, 10);
      const before = await store.get("A");
      await store.pruneRevisions(afterStart(3 * 365 * 24 * 60));
      expect(await store.get("A")).toEqual(before);
      expect(await store.listRevisions("A")).toEqual([]);
    });

    it("keeps hostile text as it is, hostile names too", async () => {
      const { store, save } = await openOne();
      const robert = { id: HOSTILE, name: HOSTILE };
      await save("A", HOSTILE, robert, 0);
      await save("A", "deux", BOB, 10);
      expect(await store.listRevisions("A")).toMatchObject([{ content: called(HOSTILE), by: robert }]);
    });

    it("are kept of every save when two people change the same thing again and again at once", async () => {
      const { openAgain, save, texts } = await openOne();
      await save("A", "Texte 0", null, 0);
      let saved = 0;
      const replaced: string[] = [];
      const work = async (by: Person) => {
        const mine = await openAgain();
        while (saved < 10) {
          const before = await mine.get("A");
          const outcome = await mine.update("A", called(`${by.name} ${saved}`), before?.version ?? "", by);
          if (outcome !== "updated") continue;
          saved++;
          if (before && before.updatedBy?.id !== by.id) replaced.push(before[field]);
        }
      };
      await Promise.all([work(ELODIE), work(BOB)]);
      expect((await texts("A")).toSorted()).toEqual(replaced.toSorted());
      expect((await texts("A")).at(-1)).toBe("Texte 0");
    });
  });

  describe(`${name}, the way into the recycle bin and back`, () => {
    it("takes one document and no other", async () => {
      const { store } = await openOne();
      await store.create("A", example);
      await store.create("B", other);
      const { version = "" } = (await store.get("A")) ?? {};
      expect(await store.moveToBin("A", version, aDeletion())).toBe("updated");
      expect(await store.moveToBin("A", version, aDeletion())).toBe("absent");
      expect(await store.moveToBin("Jamais", version, aDeletion())).toBe("absent");
      expect(await store.get("A")).toBeNull();
      expect(await store.listRevisions("A")).toEqual([]);
      expect(await store.list()).toEqual([await store.get("B")]);
    });

    it.each(["", "abc", "0", " 1", "1.0", "-1", "1' OR '1'='1", "💥"])(
      "takes no document of the version %j that nobody has read",
      async (version) => {
        const { store } = await openOne();
        await store.create("A", example);
        const deletion = aDeletion();
        expect(await store.moveToBin("A", version, deletion)).toBe("outdated");
        expect(await store.get("A")).toMatchObject(example);
        expect(await store.restore(deletion.key, "B", null)).toBe("absent");
      },
    );

    it("takes no document that somebody has changed since", async () => {
      const { store, save } = await openOne();
      await save("A", "un", ELODIE, 0);
      const { version = "" } = (await store.get("A")) ?? {};
      await save("A", "deux", BOB, 1);
      const deletion = aDeletion();
      expect(await store.moveToBin("A", version, deletion)).toBe("outdated");
      expect(await store.get("A")).toMatchObject(called("deux"));
      expect(await store.restore(deletion.key, "B", null)).toBe("absent");
    });

    it("brings a document back with its earlier states, as a write of who restores it", async () => {
      const { store, save, at } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("A", "deux", BOB, 1);
      const [before, states] = [await store.get("A"), await store.listRevisions("A")];
      const key = await moveCard(store, "A", { by: BOB });
      at(5);
      expect(await store.restore(key, "A", ELODIE)).toBe("restored");
      expect(await store.get("A")).toMatchObject({
        ...called("deux"),
        id: "A",
        updatedAt: afterStart(5).toISOString(),
        updatedBy: ELODIE,
      });
      expect((await store.get("A"))?.version).not.toBe(before?.version);
      expect(await store.listRevisions("A")).toEqual(states);
      expect(await store.restore(key, "B", ELODIE)).toBe("absent");
    });

    it("lets nobody save over a restored document what was read before it was deleted", async () => {
      const { store, save } = await openOne();
      await save("A", "un", ELODIE, 0);
      const { version = "" } = (await store.get("A")) ?? {};
      expect(await store.restore(await moveCard(store, "A"), "A", null)).toBe("restored");
      expect(await store.update("A", called("deux"), version, BOB)).toBe("outdated");
      expect(await store.moveToBin("A", version, aDeletion())).toBe("outdated");
    });

    it("brings a document back under another identifier, and then that one is taken", async () => {
      const { store, save, texts } = await openOne();
      await save("A", "un", ELODIE, 0);
      await save("A", "deux", BOB, 1);
      const key = await moveCard(store, "A");
      expect(await store.restore(key, "A-2", null)).toBe("restored");
      expect(await store.get("A")).toBeNull();
      expect(await store.get("A-2")).toMatchObject({ ...called("deux"), updatedBy: null });
      expect(await texts("A-2")).toEqual(["un"]);
      expect(await store.create("a-2", other)).toBe("taken");
      expect(await store.create("A", other)).toBe("created");
    });

    it.each(["Fête0825", "fÊTE0825", "Fête0825".normalize("NFD")])(
      "brings nothing back where %j is another document's, and keeps it for later",
      async (id) => {
        const { store } = await openOne();
        await store.create("Fête0825", example);
        const key = await moveCard(store, "Fête0825");
        await store.create("Fête0825", other);
        const before = await store.list();
        expect(await store.restore(key, id, null)).toBe("taken");
        expect(await store.list()).toEqual(before);
        expect(await store.restore(key, "Fête0825-2", null)).toBe("restored");
        expect(await store.get("Fête0825-2")).toMatchObject(example);
      },
    );

    it("keeps documents that had the same identifier one after the other apart", async () => {
      const { store } = await openOne();
      await store.create("A", example);
      const first = await moveCard(store, "A");
      await store.create("A", other);
      const second = await moveCard(store, "A");
      expect(await store.restore(second, "A", null)).toBe("restored");
      expect(await store.restore(first, "B", null)).toBe("restored");
      expect(await store.get("A")).toMatchObject(other);
      expect(await store.get("B")).toMatchObject(example);
    });

    it("keeps hostile text as it is", async () => {
      const { store } = await openOne();
      const hostile = Object.fromEntries(Object.keys(example).map((name) => [name, HOSTILE])) as Fields;
      const robert = { id: HOSTILE, name: HOSTILE };
      await store.create("A", hostile, robert);
      const key = await moveCard(store, "A", { by: robert });
      expect(await store.restore(key, "A", robert)).toBe("restored");
      expect(await store.get("A")).toMatchObject({ ...hostile, updatedBy: robert });
    });

    it("lets one of many delete it at the same moment, and one of many restore it", async () => {
      const { openAgain, store } = await openOne();
      await store.create("A", example);
      const { version = "" } = (await store.get("A")) ?? {};
      const stores = await Promise.all([openAgain(), openAgain(), openAgain()]);
      const deletions = stores.map(() => aDeletion());
      const deleted = await Promise.all(
        stores.map((one, i) => one.moveToBin("A", version, deletions[i] ?? aDeletion())),
      );
      expect(deleted.toSorted()).toEqual(["absent", "absent", "updated"]);
      const key = deletions[deleted.indexOf("updated")]?.key ?? "";
      const restored = await Promise.all(stores.map((one, i) => one.restore(key, `A-${i}`, null)));
      expect(restored.toSorted()).toEqual(["absent", "absent", "restored"]);
      expect(await store.list()).toHaveLength(1);
    });
  });
}
