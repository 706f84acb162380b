import { expect, it } from "vitest";
import { createByteCache } from "#stores/pictures/byte-cache.ts";

const file = (size: number) => Buffer.alloc(size);

/** @returns a cache, and how often each file had to be fetched */
function place(max: number) {
  const cache = createByteCache(max);
  const times: Record<string, number> = {};
  const read = (name: string, size: number) =>
    cache.get(name, async () => {
      times[name] = (times[name] ?? 0) + 1;
      return file(size);
    });
  return { cache, times, read };
}

it("holds no more bytes than it may, and drops what nobody has asked for the longest", async () => {
  const { read, times } = place(10);
  for (const name of ["a", "b", "a", "c"]) await read(name, 4);
  for (const name of ["a", "c", "b"]) await read(name, 4);
  expect(times).toEqual({ a: 1, b: 2, c: 1 });
});

it("gives a file that is larger than itself, and does not keep it", async () => {
  const { read, times } = place(10);
  expect(await read("large", 11)).toHaveLength(11);
  await read("large", 11);
  expect(times).toEqual({ large: 2 });
});

it("asks once for what many want at the same time, and again after a fault", async () => {
  const cache = createByteCache(10);
  let times = 0;
  const fail = () =>
    cache.get("a", async () => {
      times++;
      throw new Error("panne");
    });
  const issues = await Promise.allSettled([fail(), fail()]);
  expect(issues.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(times).toBe(1);
  expect(await cache.get("a", async () => file(1))).not.toBeNull();
});

it("does not keep what was to be forgotten while it was on its way", async () => {
  const { cache, times, read } = place(10);
  const underWay = read("a", 1);
  cache.forget((name) => name === "a");
  expect(await underWay).not.toBeNull();
  await read("a", 1);
  expect(times).toEqual({ a: 2 });
});
