import { describe, expect, it } from "vitest";
import { withoutExpiredNames } from "#domain/dossier/retention.ts";
import { compareTasks, copyTasks, dueDayOfTask, EMPTY_TASK, isTaskLate, type Task } from "#domain/dossier/task.ts";
import { parseTaskDue, readTask, TASK_SENTENCES, taskDueAsTyped } from "#domain/dossier/task-form.ts";
import { taskDayInFrench } from "#domain/dossier/task-words.ts";
import { EMPTY_EVENT } from "#domain/events/planned-event.ts";

const party = { ...EMPTY_EVENT, name: "Fête", month: "2027-06", firstDay: "2027-06-12" };
const aTask = (fields: Partial<Task> = {}): Task => ({
  ...EMPTY_TASK,
  id: "t",
  version: "1",
  event: "e",
  text: "Salle",
  ...fields,
});

describe("the day of a task", () => {
  it("is a distance from the first day of the event", () => {
    expect(dueDayOfTask({ due: { days: -60 } }, party)).toEqual({ day: "2027-04-13", isApproximate: false });
    expect(taskDayInFrench({ due: { days: -60 } }, party)).toBe("13\u00a0avril\u00a02027");
  });

  it("counts from the first of the month while the event has no day, and says so", () => {
    const event = { ...party, firstDay: "" };
    expect(dueDayOfTask({ due: { days: -60 } }, event)).toEqual({ day: "2027-04-02", isApproximate: true });
    expect(taskDayInFrench({ due: { days: -60 } }, event)).toBe("vers le 2\u00a0avril\u00a02027");
  });

  it("is to come while the event is postponed without a date", () => {
    const event = { ...party, status: "reporte" as const };
    expect(dueDayOfTask({ due: { days: -60 } }, event)).toBeNull();
    expect(taskDayInFrench({ due: { days: -60 } }, event)).toBe("date à venir");
  });

  it("moves with a postponement if it is a distance, and stays if it is a date", () => {
    const event = {
      ...party,
      month: "2027-09",
      firstDay: "2027-09-11",
      status: "reporte" as const,
      previousDates: "2027-06-12",
    };
    expect(dueDayOfTask({ due: { days: 3 } }, event)?.day).toBe("2027-09-14");
    expect(dueDayOfTask({ due: { day: "2027-04-13" } }, event)?.day).toBe("2027-04-13");
  });
});

it("is late when its day is past, unless its event is cancelled", () => {
  const lateOf = (status: "" | "annule") =>
    isTaskLate({ due: { days: -60 }, doneAt: "" }, { ...party, status }, "2027-05-01");
  expect([lateOf(""), lateOf("annule")]).toEqual([true, false]);
});

describe("what people type for the day of a task", () => {
  const context = { nearest: "2027-06-12", isAssociation: false };

  it.each([
    ["J-60", { days: -60 }],
    ["j − 60", { days: -60 }],
    ["J–60", { days: -60 }],
    ["-60 jours", { days: -60 }],
    ["J+3", { days: 3 }],
    ["+3", { days: 3 }],
    ["J", { days: 0 }],
    ["J-0", { days: 0 }],
    ["12.6.2027", { day: "2027-06-12" }],
    ["12.06.27", { day: "2027-06-12" }],
    ["12.6.", { day: "2027-06-12" }],
    ["3 mars", { day: "2027-03-03" }],
    ["1er mai 2027", { day: "2027-05-01" }],
    ["2027-04-13", { day: "2027-04-13" }],
    ["31.12", { day: "2026-12-31" }],
    ["60 jours avant", { days: -60 }],
    ["60j. avant", { days: -60 }],
    ["une semaine avant", { days: -7 }],
    ["2 mois avant la fête", { days: -60 }],
    ["trois jours après", { days: 3 }],
    ["La veille", { days: -1 }],
    ["l’avant-veille", { days: -2 }],
    ["le jour même", { days: 0 }],
    ["le lendemain", { days: 1 }],
    ["12/6", { day: "2027-06-12" }],
    ["12. juin", { day: "2027-06-12" }],
    ["le 12 juin", { day: "2027-06-12" }],
    ["samedi 12 juin", { day: "2027-06-12" }],
    ["sa 12.6.", { day: "2027-06-12" }],
    ["29.2.2028", { day: "2028-02-29" }],
    ["", null],
  ])("reads « %s »", (typed, value) => {
    expect(parseTaskDue(typed, context)).toEqual({ ok: true, value });
  });

  it.each([
    ["bientôt", TASK_SENTENCES.due],
    ["12.6.2027 18h", TASK_SENTENCES.due],
    ["J 60", TASK_SENTENCES.due],
    ["31.2.2027", TASK_SENTENCES.noDay],
    ["31.4.", TASK_SENTENCES.noDay],
    // The nearest one is next year.
    ["29.2.", TASK_SENTENCES.noDay],
    ["le 29 février", TASK_SENTENCES.noDay],
    ["J-401", TASK_SENTENCES.far],
    ["12.6.1927", TASK_SENTENCES.far],
  ])("refuses « %s » with a sentence", (typed, reason) => {
    expect(parseTaskDue(typed, context)).toEqual({ ok: false, reason });
  });

  it("has no distance in the dossier of the association", () => {
    expect(parseTaskDue("J-60", { nearest: "2026-11-29", isAssociation: true })).toEqual({
      ok: false,
      reason: TASK_SENTENCES.noEvent,
    });
  });

  it("is the same text when the form is opened again", () => {
    for (const due of [{ days: -60 }, { days: 0 }, { days: 3 }, { day: "2027-06-12" }, null])
      expect(parseTaskDue(taskDueAsTyped(due), context)).toEqual({ ok: true, value: due });
  });

  it("is refused beside its field, with the text of the task", () => {
    expect(readTask({ text: " ", due: "bientôt", who: "" }, context)).toMatchObject({
      ok: false,
      reason: { text: expect.any(String) },
    });
  });
});

describe("a dossier of last year", () => {
  const done = aTask({ who: "Sophie", doneAt: "2027-04-01T10:00:00.000Z", due: { day: "2027-04-13" } });

  it("comes as open tasks without a person, with the name of the former one; dates become distances", () => {
    expect(copyTasks([done], party)).toEqual([
      { text: "Salle", due: { days: -60 }, who: "", former: { name: "Sophie", since: "2027-06-12" } },
    ]);
  });

  it("forgets the names 12 months after the event, in the copy too; an open task keeps its person", () => {
    const [copy] = copyTasks([done], party).map((task) => aTask(task));
    const [before, after] = [new Date("2028-06-11T12:00:00Z"), new Date("2028-06-14T12:00:00Z")];
    expect([withoutExpiredNames(done, party, before), copy && withoutExpiredNames(copy, party, before)]).toEqual([
      null,
      null,
    ]);
    expect(withoutExpiredNames(done, party, after)).toMatchObject({ who: "" });
    expect(copy && withoutExpiredNames(copy, party, after)).toMatchObject({ former: { name: "", since: "" } });
    expect(withoutExpiredNames(aTask({ who: "Léa" }), party, after)).toBeNull();
  });

  it("is sorted by day, the tasks without a date last", () => {
    const tasks = [
      aTask({ text: "c" }),
      aTask({ text: "b", due: { days: 3 } }),
      aTask({ text: "a", due: { day: "2027-05-01" } }),
    ];
    for (const event of [party, { ...party, status: "reporte" as const }])
      expect(tasks.toSorted(compareTasks(event)).map(({ text }) => text)).toEqual(["a", "b", "c"]);
  });
});
