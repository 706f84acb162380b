import { expect, it } from "vitest";
import { toDoMessage } from "#domain/sharing/group-messages.ts";

const URL = "https://jeunesse.exemple.ch/a-faire";
const TODAY = "2026-12-28";
const toDo = (day: string, fields = {}) => ({
  ...{ text: "Bus de nuit", eventName: "Fête", who: "" },
  due: { day, isApproximate: false },
  ...fields,
});
const linesOf = (toDos: Parameters<typeof toDoMessage>[0]) =>
  (toDoMessage(toDos, URL, TODAY)?.text ?? "").replaceAll("\u00a0", " ").split("\n");

it("the message has what is late, then what is due within a week, with day, event and first name", () => {
  expect(
    linesOf([
      toDo("2026-12-01", { who: "Sophie" }),
      toDo("2026-12-28", { text: "Ouvrir\nles cotisations", eventName: "" }),
      toDo("2027-01-01", { due: { day: "2027-01-01", isApproximate: true } }),
      toDo("2027-01-05"),
    ]),
  ).toEqual([
    "En retard :",
    "Mar. 1er déc. : Bus de nuit, Fête (Sophie)",
    "À faire cette semaine :",
    "Lun. 28 déc. : Ouvrir les cotisations",
    "Vers le 1er janvier 2027 : Bus de nuit, Fête",
  ]);
});

it("there is no message if nothing is late or due within a week", () => {
  expect(toDoMessage([toDo("2027-01-05")], URL, TODAY)).toBeNull();
  expect(toDoMessage([], URL, TODAY)).toBeNull();
});

it("a long message stays short enough for a group chat, and says how many others there are", () => {
  const lines = linesOf(Array.from({ length: 300 }, (_, i) => toDo("2026-12-29", { text: `Tâche ${i} `.repeat(20) })));
  expect(lines.join("\n").length).toBeLessThan(960);
  expect(lines.at(-1)).toBe(`Et ${300 - (lines.length - 2)} autres :`);
});

it("many late ones leave room for what is due within the week", () => {
  const late = Array.from({ length: 30 }, () => toDo("2026-11-01"));
  const coming = Array.from({ length: 3 }, (_, i) => toDo(`2026-12-3${i % 2}`));
  const lines = linesOf([...late, ...coming]);
  expect([lines.indexOf("À faire cette semaine :"), lines.length, lines.at(-1)]).toEqual([13, 18, "Et 18 autres :"]);
});
