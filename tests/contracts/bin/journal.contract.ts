import { describe, expect, it } from "vitest";
import { createJournalStore, type JournalEntry, type JournalFilter, type JournalStore } from "#stores/journal.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";
import { BOB, ELODIE } from "./deletions.ts";

const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (minutes: number) => new Date(NOON.getTime() + minutes * 60_000);
const entry = (minutes: number, given: Partial<JournalEntry> = {}): JournalEntry => ({
  at: afterNoon(minutes),
  by: ELODIE,
  action: "changed",
  subject: "membre",
  subjectId: `chose-${minutes}`,
  ...given,
});
const ALL = { start: 0, count: 1000 };

export function journalContract(makeDocuments: MakeDocuments): void {
  const make = async () => {
    const open = await makeDocuments();
    return async () => createJournalStore(await open());
  };
  const write = async (journal: JournalStore, ...entries: JournalEntry[]) => {
    for (const one of entries) await journal.add(one);
  };
  const things = async (journal: JournalStore, filter: JournalFilter = {}, portion = ALL) =>
    (await journal.list(filter, portion)).entries.map(({ subjectId }) => subjectId);

  describe("the journal", () => {
    it("lists to every process the entries as they were written, newest first", async () => {
      const openOne = await make();
      const [journal, elsewhere] = [await openOne(), await openOne()];
      expect(await journal.list({}, ALL)).toEqual({ entries: [], total: 0 });
      expect([await journal.listPeople(), await journal.purge(NOON)]).toEqual([[], 0]);
      const entries = [
        entry(0, { by: null, action: "invited", subject: "account" }),
        entry(2, { by: BOB, action: "exported", subject: "inscription", subjectId: "" }),
        entry(1, { fields: ["place", "picture"] }),
      ];
      await write(journal, ...entries);
      const expected = { entries: [entries[1], entries[2], entries[0]], total: 3 };
      expect(await journal.list({}, ALL)).toStrictEqual(expected);
      expect(await elsewhere.list({}, ALL)).toStrictEqual(expected);
    });

    it("keeps all entries of the same instant, and lists each once over several pages", async () => {
      const openOne = await make();
      const [journal, elsewhere] = [await openOne(), await openOne()];
      const entries = Array.from({ length: 9 }, (_, i) => entry(0, { subjectId: `chose-${i}` }));
      await Promise.all(entries.map((one, i) => (i % 2 ? journal : elsewhere).add(one)));
      await journal.add(entry(0, { subjectId: "chose-0" }));
      expect((await journal.list({}, { start: 8, count: 4 })).total).toBe(10);
      const pages = [];
      for (const start of [0, 4, 8]) pages.push(...(await things(journal, {}, { start, count: 4 })));
      expect(pages.toSorted()).toEqual(["chose-0", ...entries.map(({ subjectId }) => subjectId)]);
    });

    it("lists the entries about a subject as they were written, also those of one instant", async () => {
      const journal = await (await make())();
      const actions = (["added", "changed", "sent", "unsent", "renewed"] as const).map((action) => ({ action }));
      await write(journal, ...actions.map(({ action }) => entry(0, { action, subjectId: "A" })));
      expect(await journal.listAbout("A")).toMatchObject(actions);
    });

    it("can be filtered by person, by subject and by both", async () => {
      const journal = await (await make())();
      await write(
        journal,
        entry(0),
        entry(1, { by: BOB }),
        entry(2, { subject: "evenement" }),
        entry(3, { by: BOB, subject: "evenement" }),
        entry(4, { by: null, subject: "evenement" }),
        entry(5, { by: { ...ELODIE, name: "Élodie D." } }),
      );
      expect(await things(journal, { by: ELODIE.id })).toEqual(["chose-5", "chose-2", "chose-0"]);
      expect(await things(journal, { subject: "evenement" })).toEqual(["chose-4", "chose-3", "chose-2"]);
      expect(await things(journal, { by: BOB.id, subject: "evenement" })).toEqual(["chose-3"]);
      expect(await journal.list({ by: ELODIE.id }, { start: 1, count: 1 })).toMatchObject({
        entries: [{ subjectId: "chose-2" }],
        total: 3,
      });
      expect(await journal.list({ by: BOB.id, subject: "settings" }, ALL)).toEqual({ entries: [], total: 0 });
    });

    it("finds the entries of an account with any id, and keeps hostile text unchanged", async () => {
      const journal = await (await make())();
      const hostile = { id: "a.b on/membre `x` ~*[]", name: `Robert'); DROP TABLE journal; -- \u0000 🎺` };
      const written = entry(1, { by: hostile, subjectId: "<b>'\"\\" });
      await write(journal, entry(0), written);
      expect(await journal.list({ by: hostile.id }, ALL)).toEqual({ entries: [written], total: 1 });
      expect(await journal.list({ by: hostile.id, subject: "membre" }, ALL)).toEqual({ entries: [written], total: 1 });
      expect((await journal.listPeople()).find(({ id }) => id === hostile.id)).toEqual(hostile);
    });

    it("lists each person once, with the name of the newest entry, and ignores entries without a person", async () => {
      const journal = await (await make())();
      const people = ["", "!", "!!", "a", "a ", "a!", "a!!", "a-b", "ab", "b"].map((id) => ({ id, name: `Nom ${id}` }));
      const old = people.map((by, index) => entry(index, { by: { ...by, name: "ancien nom" } }));
      await write(journal, ...people.map((by, index) => entry(100 + index, { by })), ...old, entry(200, { by: null }));
      const found = (await journal.listPeople()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
      expect(found).toEqual(people.toSorted((a, b) => (a.id < b.id ? -1 : 1)));
      for (const { id } of people) expect((await journal.list({ by: id }, ALL)).total).toBe(2);
    });

    it("purges any number of entries before an instant, and returns their number", async () => {
      const journal = await (await make())();
      await Promise.all(Array.from({ length: 600 }, (_, i) => journal.add(entry(i, i < 599 ? { by: BOB } : {}))));
      expect([await journal.purge(afterNoon(599)), await journal.purge(afterNoon(599))]).toEqual([599, 0]);
      expect([await things(journal), await journal.listPeople()]).toEqual([["chose-599"], [ELODIE]]);
      expect(await journal.list({ by: BOB.id }, ALL)).toEqual({ entries: [], total: 0 });
    });
  });
}
