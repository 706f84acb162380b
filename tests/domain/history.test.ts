import { expect, it } from "vitest";
import { type Revision, revisionsAfter } from "#domain/history.ts";

const ANNE = { id: "1", name: "Anne" };
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 10, minute));

/** @returns the earlier texts after Anne has saved each of these at its minute, newest first */
function saved(...saves: readonly [text: string, minute: number][]): string[] {
  let revisions: Revision<string>[] = [];
  for (const [i, [text, minute]] of saves.entries()) {
    const [before, since] = saves[i - 1] ?? [];
    if (before === undefined || since === undefined) continue;
    const was = { content: before, at: at(since).toISOString(), by: ANNE };
    revisions = revisionsAfter(revisions, { before: was, after: { content: text }, by: ANNE, at: at(minute) });
  }
  return revisions.map(({ content }) => content);
}

it("keeps what somebody wrote a moment ago when they tap on a state that was gone long before", () => {
  expect(saved(["old", 0], ["middle", 20], ["new", 40], ["old", 41])).toEqual(["new", "middle", "old"]);
});

it("takes what somebody writes and takes back within ten minutes for no change", () => {
  expect(saved(["old", 0], ["new", 20], ["old", 21])).toEqual(["old"]);
});

it("keeps what somebody wrote a moment ago also when the state that they tap on is of before pictures were noted", () => {
  const was = { content: "new", at: at(20).toISOString(), by: ANNE, picture: "a.jpg" };
  const revisions = ["middle", "old"].map((content) => ({ content, at: "", by: ANNE, until: at(19).toISOString() }));
  const after = { content: "old", picture: "a.jpg" };
  const kept = revisionsAfter(revisions, { before: was, after, by: ANNE, at: at(21) });
  expect(kept.map(({ content }) => content)).toEqual(["new", "middle", "old"]);
});

it("takes another picture for a change of its own, however soon, and the same one named at last for none", () => {
  const state = { content: "text", at: at(0).toISOString(), by: ANNE, until: at(20).toISOString() };
  const before = { content: "text", at: at(20).toISOString(), by: ANNE };
  const save = (was: { picture?: string | null }, is: { picture?: string | null }) =>
    revisionsAfter([state], { before: { ...before, ...was }, after: { content: "text", ...is }, by: ANNE, at: at(21) });
  expect(save({ picture: "a.jpg" }, { picture: "b.jpg" })).toMatchObject([{ picture: "a.jpg" }, state]);
  expect(save({ picture: "a.jpg" }, { picture: null })).toMatchObject([{ picture: "a.jpg" }, state]);
  expect(save({ picture: null }, { picture: "b.jpg" })).toMatchObject([{ picture: null }, state]);
  expect(save({ picture: "a.jpg" }, { picture: "a.jpg" })).toEqual([state]);
  expect(save({}, {})).toEqual([state]);
});
