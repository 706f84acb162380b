import { expect, it } from "vitest";
import { createByteCache } from "#adapters/firebase/images/byte-cache.ts";

const fichier = (taille: number) => Buffer.alloc(taille);

/** @returns a cache, and how often each file had to be fetched */
function place(max: number) {
  const cache = createByteCache(max);
  const fois: Record<string, number> = {};
  const lire = (nom: string, taille: number) =>
    cache.get(nom, async () => {
      fois[nom] = (fois[nom] ?? 0) + 1;
      return fichier(taille);
    });
  return { cache, fois, lire };
}

it("holds no more bytes than it may, and drops what nobody has asked for the longest", async () => {
  const { lire, fois } = place(10);
  for (const nom of ["a", "b", "a", "c"]) await lire(nom, 4);
  for (const nom of ["a", "c", "b"]) await lire(nom, 4);
  expect(fois).toEqual({ a: 1, b: 2, c: 1 });
});

it("gives a file that is larger than itself, and does not keep it", async () => {
  const { lire, fois } = place(10);
  expect(await lire("grand", 11)).toHaveLength(11);
  await lire("grand", 11);
  expect(fois).toEqual({ grand: 2 });
});

it("asks once for what many want at the same time, and again after a fault", async () => {
  const cache = createByteCache(10);
  let fois = 0;
  const rater = () =>
    cache.get("a", async () => {
      fois++;
      throw new Error("panne");
    });
  const issues = await Promise.allSettled([rater(), rater()]);
  expect(issues.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(fois).toBe(1);
  expect(await cache.get("a", async () => fichier(1))).not.toBeNull();
});

it("does not keep what was to be forgotten while it was on its way", async () => {
  const { cache, fois, lire } = place(10);
  const enRoute = lire("a", 1);
  cache.forget((nom) => nom === "a");
  expect(await enRoute).not.toBeNull();
  await lire("a", 1);
  expect(fois).toEqual({ a: 2 });
});
