import { expect, it } from "vitest";
import { historyLines } from "#domain/history-lines.ts";

type Card = { name: string; post: string };
const ANNE = { id: "1", name: "Anne" };
const BOB = { id: "2", name: "Bob" };

const describe = ({ name, post }: Card) => [
  { label: "Nom", value: name },
  { label: "Poste", value: post },
];
const at = (minute: number) => `2026-11-23T10:${String(minute).padStart(2, "0")}:00.000Z`;

const CURRENT = { content: { name: "Luc", post: "Caissier" }, at: at(50), by: BOB };
const STATES = [
  { id: "line-2", content: { name: "Luc", post: "" }, at: at(20), by: ANNE, until: at(50) },
  { id: "line-1", content: { name: "Lucas", post: "Membre" }, at: at(0), by: null, until: at(20) },
];

it("each revision has its author, its time, its changes, and all fields that are not empty", () => {
  const lines = historyLines(CURRENT, STATES, describe);
  expect(lines.map(({ fields }) => fields.map(({ value }) => value))).toEqual([
    ["Luc", "Caissier"],
    ["Luc"],
    ["Lucas", "Membre"],
  ]);
  expect(lines).toMatchObject([
    { id: "", by: BOB, at: at(50), changes: [{ label: "Poste", from: "", to: "Caissier" }] },
    {
      id: "line-2",
      by: ANNE,
      at: at(20),
      changes: [
        { label: "Nom", from: "Lucas", to: "Luc" },
        { label: "Poste", from: "Membre", to: "" },
      ],
    },
    { id: "line-1", by: null, at: at(0), changes: null },
  ]);
});

it("a revision that equals the current content is marked", () => {
  const back = { id: "line-0", content: { post: "Caissier", name: "Luc" }, at: at(0), by: ANNE, until: at(10) };
  expect(historyLines(CURRENT, [...STATES, back], describe).map(({ asNow }) => asNow)).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

it("a revision is marked when its picture differs from the previous one's", () => {
  const pictures = ["b.jpg", "b.jpg", null, "a.jpg"];
  const [current, ...revisions] = pictures.map((picture, i) => ({
    ...CURRENT,
    id: `line-${i}`,
    picture,
    until: at(40 - i),
  }));
  if (!current) throw new Error("unreachable");
  expect(historyLines(current, revisions, describe).map((one) => [one.picture, one.newPicture])).toEqual([
    ["b.jpg", false],
    ["b.jpg", true],
    [null, true],
    ["a.jpg", false],
  ]);
  expect(historyLines(CURRENT, STATES, describe).every((one) => one.picture === undefined && !one.newPicture)).toBe(
    true,
  );
});
