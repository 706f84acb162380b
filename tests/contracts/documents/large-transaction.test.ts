import { expect, it } from "vitest";
import { sqliteDocuments } from "./places.ts";

const COUNT = 5000;

it("a large transaction of SQLite lets other requests read, which see all of its writes or none", async () => {
  const documents = await (await sqliteDocuments())();
  const seen: number[] = [];
  let isWriting = true;
  const reading = (async () => {
    while (isWriting) seen.push(await documents.count("large"));
  })();
  await documents.transaction(async (transaction) => {
    for (let i = 0; i < COUNT; i++) transaction.create("large", `${i}`, { order: `${i}`, text: "x".repeat(500) });
  });
  isWriting = false;
  await reading;
  expect(seen.length).toBeGreaterThan(3);
  expect(new Set([0, COUNT, ...seen])).toEqual(new Set([0, COUNT]));
  expect(await documents.count("large")).toBe(COUNT);
});

it("a large transaction that fails in the middle writes nothing", async () => {
  const documents = await (await sqliteDocuments())();
  const write = (first: number) =>
    documents.transaction(async (transaction) => {
      for (let i = first; i < first + COUNT; i++) transaction.create("large", `${i}`, { text: "x".repeat(500) });
    });
  await write(COUNT - 1);
  await expect(write(0)).rejects.toThrow("Exists already");
  expect(await documents.count("large")).toBe(COUNT);
});
