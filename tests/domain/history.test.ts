import { expect, it } from "vitest";
import { keptRevisions, type Revision, revisionsAfterSave } from "#domain/history.ts";

const ANNE = { id: "1", name: "Anne" };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 10, minute));

/** @returns the contents of the revisions, newest first, after Anne has saved each text at its minute */
function saved(...saves: readonly [text: string, minute: number][]): string[] {
  let revisions: Revision<string>[] = [];
  for (const [i, [text, minute]] of saves.entries()) {
    const [before, since] = saves[i - 1] ?? [];
    if (before === undefined || since === undefined) continue;
    const was = { content: before, at: at(since).toISOString(), by: ANNE };
    revisions = revisionsAfterSave(revisions, { before: was, after: { content: text }, by: ANNE, at: at(minute) });
  }
  return revisions.map(({ content }) => content);
}

it("changes of one person within ten minutes are one revision, and a save without a change is none", () => {
  expect(saved(["un", 0], ["un", 15], ["deux", 20], ["trois", 29.9])).toEqual(["un"]);
  expect(saved(["un", 0], ["deux", 20], ["trois", 29.9], ["quatre", 30])).toEqual(["trois", "un"]);
});

it("changes of another person, or of a person who is not known, are revisions of their own", () => {
  const kept = { content: "un", at: at(0).toISOString(), by: ANNE, until: at(20).toISOString() };
  for (const by of [{ id: "2", name: "Bob" }, { id: "", name: "Anne" }, null]) {
    const before = { content: "deux", at: at(20).toISOString(), by: ANNE };
    const after = { content: "trois" };
    expect(revisionsAfterSave([kept], { before, after, by, at: at(21) })).toMatchObject([{ content: "deux" }, kept]);
  }
});

it("the latest twenty revisions are kept, for twelve months after they were replaced", () => {
  const all = Array.from({ length: 23 }, (_, i): [string, number] => [`Texte ${i}`, i * 20]);
  expect(saved(...all)).toEqual(Array.from({ length: 20 }, (_, i) => `Texte ${21 - i}`));
  const revision = { content: "un", at: at(0).toISOString(), by: ANNE, until: at(20).toISOString() };
  const now = (minute: number) => new Date(Date.UTC(2027, 10, 23, 10, minute));
  expect([keptRevisions([revision], now(20)), keptRevisions([revision], now(21))]).toEqual([[revision], []]);
});

it("restoring an old revision keeps the saved content as a revision; undoing a change within ten minutes does not", () => {
  expect(saved(["old", 0], ["middle", 20], ["new", 40], ["old", 41])).toEqual(["new", "middle", "old"]);
  expect(saved(["old", 0], ["new", 20], ["old", 21])).toEqual(["old"]);
});

it("restoring a revision that says nothing about the picture also keeps the saved content as a revision", () => {
  const was = { content: "new", at: at(20).toISOString(), by: ANNE, picture: "a.jpg" };
  const revisions = ["middle", "old"].map((content) => ({ content, at: "", by: ANNE, until: at(19).toISOString() }));
  const after = { content: "old", picture: "a.jpg" };
  const kept = revisionsAfterSave(revisions, { before: was, after, by: ANNE, at: at(21) });
  expect(kept.map(({ content }) => content)).toEqual(["new", "middle", "old"]);
});

it("another picture makes a revision of its own, the same picture does not", () => {
  const state = { content: "text", at: at(0).toISOString(), by: ANNE, until: at(20).toISOString() };
  const before = { content: "text", at: at(20).toISOString(), by: ANNE };
  const save = (was: { picture?: string | null }, is: { picture?: string | null }) =>
    revisionsAfterSave([state], {
      before: { ...before, ...was },
      after: { content: "text", ...is },
      by: ANNE,
      at: at(21),
    });
  for (const is of ["b.jpg", null])
    expect(save({ picture: "a.jpg" }, { picture: is })).toMatchObject([{ picture: "a.jpg" }, state]);
  expect(save({ picture: null }, { picture: "b.jpg" })).toMatchObject([{ picture: null }, state]);
  expect(save({ picture: "a.jpg" }, { picture: "a.jpg" })).toEqual([state]);
  expect(save({}, {})).toEqual([state]);
});
