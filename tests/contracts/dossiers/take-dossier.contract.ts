/** Contract: a dossier takes tasks and notes from another one. */
import { beforeEach, describe, expect, it } from "vitest";
import { TASKS_PER_EVENT_MAX } from "#domain/dossier/task.ts";
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";
import { createDossierStore } from "#stores/dossiers/dossiers.ts";
import { createTaskStore } from "#stores/dossiers/tasks.ts";
import { ELODIE } from "#tests/contracts/bin/deletions.ts";
import type { MakeDocuments } from "#tests/contracts/documents/documents.contract.ts";

const FROM = { subject: "last-year", event: { ...EMPTY_EVENT, month: "2026-06", firstDay: "2026-06-13" } };
const aTask = (text: string, days: number, who = "") => ({ text, due: { days }, who });

export function takeDossierContract(make: MakeDocuments): void {
  describe("dossiers", () => {
    let tasks: ReturnType<typeof createTaskStore>;
    let dossiers: ReturnType<typeof createDossierStore>;
    beforeEach(async () => {
      const documents = await (await make())();
      tasks = createTaskStore(documents);
      dossiers = createDossierStore(documents);
      const [first = ""] = await tasks.add(FROM.subject, [aTask("Salle", -90, "Zoé"), aTask("Affiche", -60)], ELODIE);
      await tasks.setDone(first, true, { by: ELODIE, at: new Date("2026-03-15T10:00:00Z") });
      await saveNotes(FROM.subject, "40 fûts");
    });
    const saveNotes = async (subject: string, notes: string) => {
      const { version } = await dossiers.getNotes(subject);
      await dossiers.saveNotes(subject, { notes, copiedFrom: "" }, version, ELODIE);
    };
    const take = (subject: string) => dossiers.takeFrom(subject, FROM, ELODIE);

    it("take tasks and notes from another one, once, also at the same time", async () => {
      const [first, second] = await Promise.all([take("this-year"), take("this-year")]);
      expect(second).toEqual(first);
      const taken = await tasks.list("this-year");
      expect(taken.map(({ id }) => id).toSorted()).toEqual(first?.toSorted());
      expect(taken.find(({ text }) => text === "Salle")).toMatchObject({
        due: { days: -90 },
        who: "",
        doneAt: "",
        former: { name: "Zoé", since: "2026-06-13" },
      });
      expect(await dossiers.getNotes("this-year")).toMatchObject({ notes: "40 fûts", copiedFrom: FROM.subject });
      expect([...(await dossiers.listNotes()).keys()].toSorted()).toEqual([FROM.subject, "this-year"]);
    });

    it("keep their own tasks and notes, and the former notes as a revision", async () => {
      await tasks.add("this-year", [aTask("SALLE", -30)], ELODIE);
      await saveNotes("this-year", "À moi");
      await take("this-year");
      expect((await tasks.list("this-year")).map(({ text }) => text).toSorted()).toEqual(["Affiche", "SALLE"]);
      expect(await dossiers.getNotes("this-year")).toMatchObject({ notes: "À moi", copiedFrom: FROM.subject });
      const [revision] = await dossiers.listNotesRevisions("this-year");
      expect(revision?.content).toEqual({ notes: "À moi", copiedFrom: "" });
    });

    it("take nothing if they would have too many tasks", async () => {
      const many = Array.from({ length: TASKS_PER_EVENT_MAX - 1 }, (_, i) => aTask(`Tâche ${i}`, 0));
      await tasks.add("this-year", many, ELODIE);
      expect(await take("this-year")).toBeNull();
      expect((await dossiers.getNotes("this-year")).notes).toBe("");
      expect(await tasks.list("this-year")).toHaveLength(many.length);
    });
  });
}
