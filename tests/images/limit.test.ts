import { expect, it } from "vitest";
import { createLimit } from "#domain/limit.ts";

it("never runs more pieces of work at once than it may, runs all of them, and in their order", async () => {
  const limit = createLimit(2);
  let running = 0;
  let most = 0;
  const started: number[] = [];
  const work = async (n: number) => {
    started.push(n);
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    if (n === 3) throw new Error("panne");
    return n;
  };
  const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map((n) => limit(() => work(n))));
  expect(most).toBe(2);
  expect(started).toEqual([1, 2, 3, 4, 5, 6]);
  expect(outcomes.map(({ status }) => status)).toEqual([
    "fulfilled",
    "fulfilled",
    "rejected",
    "fulfilled",
    "fulfilled",
    "fulfilled",
  ]);
});
