import { describe, expect, it } from "vitest";
import { ASSOCIATION, TASKS_PER_EVENT_MAX, type TaskFields } from "#domain/dossier/task.ts";
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";
import { createDossierStore } from "#stores/dossiers/dossiers.ts";
import { createTaskStore } from "#stores/dossiers/tasks.ts";
import { createEventStore } from "#stores/events.ts";
import { createJournalStore } from "#stores/journal.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { BOB, ELODIE, moveCard } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";

const START = new Date("2027-05-01T12:00:00Z");
const hoursLater = (hours: number) => new Date(START.getTime() + hours * 3_600_000);
const PARTY = "subject-of-the-party";

const aTask = (text: string, more: Partial<TaskFields> = {}): TaskFields => ({ text, due: null, who: "", ...more });
const texts = (tasks: readonly { readonly text: string }[]) => tasks.map(({ text }) => text).toSorted();

export function dossiersContract(make: MakeDocuments): void {
  const openOne = async () => {
    const open = await make();
    const documents = await open();
    let minutes = 0;
    const now = () => new Date(START.getTime() + minutes++ * 60_000);
    const [tasks, dossiers] = [createTaskStore(documents, now), createDossierStore(documents, now)];
    const bin = createRecycleBinStore(documents, now);
    return {
      documents,
      tasks,
      dossiers,
      bin,
      events: createEventStore(documents),
      journal: createJournalStore(documents),
    };
  };

  describe("the tasks of a dossier", () => {
    it("are added once each, with one journal entry about the dossier, also if two people add some at once", async () => {
      const { tasks, journal } = await openOne();
      const typed = [
        aTask("Affiche", { due: { days: -60 } }),
        aTask("Bar", { due: { day: "2027-06-01" }, who: "Zoé" }),
      ];
      const first = await tasks.add(PARTY, typed, BOB);
      expect(await tasks.add(PARTY, [...typed, aTask("affiché")], ELODIE)).toEqual([...first, first[0]]);
      await tasks.add(ASSOCIATION, [aTask("Affiche")], BOB);
      expect(await tasks.get(first[1] ?? "")).toMatchObject({
        ...typed[1],
        event: PARTY,
        doneAt: "",
        updatedAt: START.toISOString(),
        updatedBy: BOB,
      });
      expect((await journal.listAbout(PARTY)).map(({ action, by }) => [action, by])).toEqual([["tasks-added", BOB]]);
      const many = (name: string) => Array.from({ length: TASKS_PER_EVENT_MAX - 2 }, (_, i) => aTask(`${name} ${i}`));
      const both = await Promise.all([tasks.add(PARTY, many("a"), BOB), tasks.add(PARTY, many("b"), BOB)]);
      expect(both.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([0, TASKS_PER_EVENT_MAX - 2]);
      expect(await tasks.list(PARTY)).toHaveLength(TASKS_PER_EVENT_MAX);
      expect(await tasks.listAll()).toHaveLength(TASKS_PER_EVENT_MAX + 1);
    });

    it("are changed with the version that was read, and done whatever the version, once", async () => {
      const { tasks, journal } = await openOne();
      const [id = ""] = await tasks.add(PARTY, [aTask("Affiche")], BOB);
      const { version = "" } = (await tasks.get(id)) ?? {};
      expect(await tasks.update(id, aTask("Affiche A3", { who: "Zoé" }), version, BOB)).toBe("updated");
      expect(await tasks.update(id, aTask("Autre"), version, ELODIE)).toBe("outdated");
      expect(await tasks.update("nothing", aTask("Autre"), version, BOB)).toBe("absent");
      const shown = (await tasks.get(id))?.version;
      for (const by of [BOB, ELODIE]) await tasks.setDone(id, true, { by, at: hoursLater(1) });
      expect((await tasks.get(id))?.version).toBe(shown);
      expect(await tasks.get(id)).toMatchObject({
        text: "Affiche A3",
        doneAt: hoursLater(1).toISOString(),
        updatedBy: BOB,
      });
      expect([await tasks.listOpen(), await tasks.setDone("nothing", true, { by: BOB, at: START })]).toEqual([
        [],
        null,
      ]);
      await tasks.setDone(id, false, { by: ELODIE, at: hoursLater(2) });
      expect(await tasks.listOpen()).toHaveLength(1);
      expect((await journal.listAbout(id)).map(({ action }) => action)).toEqual(["changed", "done", "reopened"]);
      expect((await tasks.listRevisions(id)).map(({ content }) => [content.text, content.doneAt])).toEqual([
        ["Affiche A3", hoursLater(1).toISOString()],
        ["Affiche A3", ""],
        ["Affiche", ""],
      ]);
    });

    it("come back from the recycle bin, unless the dossier has the text again or is full", async () => {
      const { tasks } = await openOne();
      const [id = "", other = ""] = await tasks.add(PARTY, [aTask("Affiche"), aTask("Bar")], BOB);
      let keys = 0;
      const newKey = () => `key-of-a-task-${String(keys++).padStart(4, "0")}`;
      expect(await tasks.moveToBin([id, other, id, "nothing"], { by: BOB, at: START }, newKey)).toEqual([id, other]);
      expect(await tasks.list(PARTY)).toEqual([]);
      await tasks.add(PARTY, [aTask("AFFICHE")], BOB);
      expect(await tasks.restore("key-of-a-task-0000", BOB)).toBe("taken");
      expect(await tasks.restore("key-of-a-task-0001", BOB)).toBe("restored");
      expect(await tasks.restore("key-of-a-task-0001", BOB)).toBe("absent");
      expect((await tasks.get(other))?.text).toBe("Bar");
      await tasks.moveToBin([other], { by: BOB, at: START }, newKey);
      const many = Array.from({ length: TASKS_PER_EVENT_MAX - 1 }, (_, i) => aTask(`Tâche ${i}`));
      await tasks.add(PARTY, many, BOB);
      expect(await tasks.restore("key-of-a-task-0002", BOB)).toBe("taken");
    });

    it("lose their names, also in their revisions", async () => {
      const { documents, tasks } = await openOne();
      const former = { name: "Sophie", since: "2026-06-13" };
      const [id = ""] = await tasks.add(PARTY, [{ ...aTask("Affiche", { who: "Marguerite" }), former }], BOB);
      await tasks.setDone(id, true, { by: BOB, at: START });
      await tasks.forgetNames(id, { who: "", former: { name: "", since: "" } });
      expect(await tasks.get(id)).toMatchObject({ text: "Affiche", who: "", doneAt: START.toISOString() });
      const everything = [await documents.query("journal"), await documents.query("tasks")];
      expect(JSON.stringify(everything)).not.toMatch(/Marguerite|Sophie/);
    });
  });

  describe("a dossier", () => {
    it("has notes and a result, which are saved with the version that was read, from the first save on", async () => {
      const { dossiers, journal } = await openOne();
      const { version } = await dossiers.getNotes(PARTY);
      const notes = { notes: "40 fûts", copiedFrom: "" };
      const saves = [notes, { ...notes, notes: "50 fûts" }].map((each) =>
        dossiers.saveNotes(PARTY, each, version, BOB),
      );
      expect((await Promise.all(saves)).toSorted()).toEqual(["outdated", "updated"]);
      const lines = [{ label: "Bar", amount: 10_498_00, day: "" as const }];
      const empty = await dossiers.getResult(PARTY);
      expect(empty).toMatchObject({ lines: [], closedOn: "", updatedAt: "" });
      expect(await dossiers.saveResult(PARTY, { lines, closedOn: "" }, empty.version, BOB)).toBe("updated");
      const open = await dossiers.getResult(PARTY);
      expect(await dossiers.saveResult(PARTY, { lines, closedOn: "2027-05-01" }, open.version, ELODIE)).toBe("updated");
      expect(await dossiers.saveResult(PARTY, { lines: [], closedOn: "" }, open.version, BOB)).toBe("outdated");
      expect([...(await dossiers.listResults())]).toEqual([[PARTY, { lines, closedOn: "2027-05-01" }]]);
      expect([...(await dossiers.listNotes()).keys()]).toEqual([PARTY]);
      expect((await dossiers.listResultRevisions(PARTY)).map(({ content }) => content.closedOn)).toEqual([""]);
      expect((await journal.listAbout(PARTY)).map(({ subject, action }) => `${subject} ${action}`)).toEqual([
        "dossier changed",
        "result changed",
        "result closed",
      ]);
    });

    it("is kept, no longer kept, deleted and restored; each is a target state", async () => {
      const { dossiers, journal } = await openOne();
      const days = { month: "2027-06", firstDay: "2027-06-12", lastDay: "", startTime: "20:00", endTime: "04:00" };
      for (const name of ["Bal", "Bal des foins"]) await dossiers.keep(PARTY, { ...EMPTY_EVENT, ...days, name });
      const kept = { subject: PARTY, name: "Bal des foins", ...days, deletedAt: "" };
      expect(await dossiers.listKept()).toEqual([kept]);
      for (const by of [BOB, ELODIE]) expect(await dossiers.setKeptDeleted(PARTY, true, { by, at: START })).toBe(true);
      expect(await dossiers.listKept()).toEqual([{ ...kept, deletedAt: START.toISOString() }]);
      for (const by of [BOB, ELODIE]) await dossiers.setKeptDeleted(PARTY, false, { by, at: hoursLater(1) });
      expect(await dossiers.listKept()).toEqual([kept]);
      expect((await journal.listAbout(PARTY)).map(({ action, by }) => [action, by])).toEqual([
        ["deleted", BOB],
        ["restored", BOB],
      ]);
      for (const _tap of ["one", "two"]) await dossiers.stopKeeping(PARTY);
      expect([await dossiers.listKept(), await dossiers.setKeptDeleted(PARTY, true, { by: BOB, at: START })]).toEqual([
        [],
        false,
      ]);
    });

    it("is erased with its event, also its deleted tasks and all revisions, unless it is kept", async () => {
      const { documents, tasks, dossiers, bin, events } = await openOne();
      for (const id of ["Bal0627", "Fete0827"])
        await events.create(id, { ...EMPTY_EVENT, name: id, month: "2027-06" }, BOB);
      const subjects = Object.fromEntries((await events.list()).map(({ id, subject }) => [id, subject]));
      for (const subject of Object.values(subjects)) {
        const [id = "", deleted = ""] = await tasks.add(subject, [aTask("Affiche"), aTask("Confidentiel")], BOB);
        const { version = "" } = (await tasks.get(id)) ?? {};
        await tasks.update(id, aTask("Autre"), version, BOB);
        await tasks.moveToBin([deleted], { by: BOB, at: START });
        await dossiers.saveNotes(subject, { notes: `Confidentiel ${subject}`, copiedFrom: "" }, "0", BOB);
        const { version: notes } = await dossiers.getNotes(subject);
        await dossiers.saveNotes(subject, { notes: "Rien", copiedFrom: "" }, notes, ELODIE);
      }
      const [party = "", kept = ""] = [subjects.Bal0627, subjects.Fete0827];
      await dossiers.keep(kept, { ...EMPTY_EVENT, name: "Fête" });
      for (const id of ["Bal0627", "Fete0827"]) await bin.erase(await moveCard(events, id, { at: START, by: BOB }));
      expect([await tasks.list(party), (await dossiers.getNotes(party)).notes]).toEqual([[], ""]);
      expect([texts(await tasks.list(kept)), (await dossiers.getNotes(kept)).notes]).toEqual([["Autre"], "Rien"]);
      expect(JSON.stringify(await documents.query("journal"))).not.toContain(`Confidentiel ${party}`);
      expect((await bin.list()).map(({ kind }) => kind)).toEqual(["task"]);
      await dossiers.erase(kept);
      expect(await tasks.list(kept)).toHaveLength(1);
      await dossiers.setKeptDeleted(kept, true, { by: BOB, at: START });
      await dossiers.erase(kept, new Date(START.getTime() + 29 * 86_400_000));
      expect(await tasks.list(kept)).toHaveLength(1);
      await dossiers.erase(kept, new Date(START.getTime() + 31 * 86_400_000));
      const nothing = [
        await tasks.listAll(),
        await dossiers.listKept(),
        await bin.list(),
        await dossiers.listNotesRevisions(kept),
      ];
      expect(nothing).toEqual([[], [], [], []]);
      expect(JSON.stringify(await documents.query("journal"))).not.toContain("Confidentiel");
    });
  });
}
