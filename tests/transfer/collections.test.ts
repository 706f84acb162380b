/** Finds the collections in the source code of the stores. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { TRANSFERRED_COLLECTIONS } from "#usecases/transfer.ts";

const STORES = join(import.meta.dirname, "../../stores");
/**
 * Collections that are not transferred: state of the instance, accounts with sessions and challenges, and questions of
 * the last seconds, whose hash has the secret of the instance.
 */
const STAYING = ["state", "accounts", "sessions", "challenges", "link-questions"];

it("each collection of a store is transferred, or belongs to one instance", () => {
  const names = readdirSync(STORES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const source = names.map((name) => readFileSync(join(STORES, name), "utf8")).join("\n");
  const constants = new Map([...source.matchAll(/const ([A-Z_]+) = "([^"]+)"/g)].map(([, name, text]) => [name, text]));
  const named = [
    ...source.matchAll(/\.(?:get|query|create|count|replace|update|delete)\(\s*([A-Z_]+|"[^"]+"),/g),
    ...source.matchAll(/\b(?:collection|traces): ([A-Z_]{2,}|"[a-z-]+")/g),
  ].map(([, name = ""]) => constants.get(name) ?? name.replaceAll('"', ""));
  expect([...new Set(named)].toSorted()).toEqual([...TRANSFERRED_COLLECTIONS, ...STAYING].toSorted());
});
