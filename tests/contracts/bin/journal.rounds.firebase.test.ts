import { expect, it } from "vitest";
import { createJournal, fieldsOfLine } from "#adapters/firebase/journal.ts";
import type { JournalLine } from "#ports/journal.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { rounds } from "#tests/rounds.ts";
import { journalContract } from "./journal.contract.ts";

const LINES = rounds(700, 20_000);
/** Of every seventh line, those of the fourth of seven people. */
const HERS = Math.floor((LINES - 4) / 7) + 1;
const NOON = new Date("2025-08-01T12:00:00.000Z");
const ANA = { id: "ana.of/the `club`", name: "Ana" };
const ALL = { start: 0, count: 50 };

const line = (given: Partial<JournalLine> = {}): JournalLine => ({
  ...{ at: NOON, by: ANA, action: "changed", subject: "membre", thing: "" },
  ...given,
});

describeHosted("the journal of a hosted site", () => {
  journalContract("the journal in Firestore", async () => {
    const { openOne } = firestoreProject();
    return async () => createJournal(openOne());
  });

  it("finds the lines of somebody whose id would mean something in the name of a field", async () => {
    const journal = createJournal(firestoreProject().openOne());
    await journal.add(line({ thing: "1" }));
    await journal.add(line({ thing: "2", subject: "message" }));
    await journal.add(line({ thing: "3", by: null }));
    expect((await journal.list({ by: ANA.id }, ALL)).lines.map(({ thing }) => thing)).toEqual(["2", "1"]);
    expect(await journal.list({ by: ANA.id, subject: "membre" }, ALL)).toEqual({
      lines: [line({ thing: "1" })],
      total: 1,
    });
    expect(await journal.listPeople()).toEqual([ANA]);
  });

  it("tells what two instances add at once, each line once", async () => {
    const { openOne } = firestoreProject();
    const [here, there] = [createJournal(openOne()), createJournal(openOne())];
    await Promise.all(Array.from({ length: 30 }, (_, n) => [here, there][n % 2]?.add(line({ thing: String(n) }))));
    const { lines, total } = await here.list({}, ALL);
    expect(total).toBe(30);
    expect(new Set(lines.map(({ thing }) => thing)).size).toBe(30);
  });

  it("finds a page among thousands of lines within the deadline of a call, and forgets old ones by the hundreds", async () => {
    const db = firestoreProject().openOne();
    const journal = createJournal(db);
    const writer = db.bulkWriter();
    for (let i = 0; i < LINES; i++)
      void writer.create(
        db.doc(`journal/l${i}`),
        fieldsOfLine(
          line({ at: new Date(NOON.getTime() + i), by: { id: `a${i % 7}`, name: `A${i}` }, thing: String(i) }),
        ),
      );
    await writer.close();
    const began = performance.now();
    const { lines, total } = await journal.list({ by: "a3", subject: "membre" }, { start: HERS - 57, count: 50 });
    expect(performance.now() - began).toBeLessThan(3000);
    expect([total, lines.length]).toEqual([HERS, 50]);
    expect(lines[0]?.thing).toBe(String(3 + 7 * 56));
    expect((await journal.listPeople()).map(({ name }) => name).toSorted()).toEqual(
      Array.from({ length: 7 }, (_, n) => `A${LINES - 1 - n}`).toSorted(),
    );
    expect(await journal.purge(new Date(NOON.getTime() + 350))).toBe(350);
    expect((await journal.list({}, { start: 0, count: 0 })).total).toBe(LINES - 350);
  }, 120_000);
});
