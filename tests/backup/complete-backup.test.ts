import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { Transaction } from "#ports/documents.ts";
import { createHealthCheck } from "#stores/site-state.ts";
import { countChangesSinceBackup } from "#upkeep/backup/changes-since.ts";
import { completeBackup } from "#upkeep/backup/complete-backup.ts";
import { fillSite, scratch } from "./site.ts";

/** @returns a filled data folder, its documents and the folder of its backups */
async function openFilled() {
  const dataDir = join(scratch(), "data");
  await fillSite(dataDir);
  const documents = openSqliteDocuments(join(dataDir, "site.db"));
  return { dataDir, documents, directory: join(dataDir, "sauvegardes") };
}

it("the backup before an upgrade is the newest one if nothing was written since, apart from the site's own state", async () => {
  const { dataDir, documents, directory } = await openFilled();
  const first = await completeBackup({ dataDir, directory });
  expect(await createHealthCheck(documents, { waitMs: 1000 })()).toBe(true);
  expect(await completeBackup({ dataDir, directory })).toBe(first);
  expect(readdirSync(directory)).toHaveLength(1);
  documents.close();
});

it("the backup before an upgrade is a new one if a document was added, changed or deleted since, and each is counted", async () => {
  const { dataDir, documents, directory } = await openFilled();
  let backup = await completeBackup({ dataDir, directory });
  const id = "accueil";
  const write = (change: (transaction: Transaction) => void) =>
    documents.transaction(async (transaction) => {
      await transaction.get("texts", id);
      change(transaction);
    });
  const writes = [
    () => write((transaction) => transaction.create("texts", id, { text: "Salut" })),
    () => write((transaction) => transaction.replace("texts", id, { text: "Adieu" })),
    () => write((transaction) => transaction.delete("texts", id)),
  ];
  for (const change of writes) {
    await change();
    expect([...countChangesSinceBackup(dataDir, backup)]).toEqual([["texts", 1]]);
    const next = await completeBackup({ dataDir, directory });
    expect(next).not.toBe(backup);
    expect(countChangesSinceBackup(dataDir, next).size).toBe(0);
    backup = next;
  }
  documents.close();
});

it.each([
  ["no backup", () => Buffer.from("no backup")],
  ["cut short", (bytes: Buffer) => bytes.subarray(0, -1)],
  ["damaged in a picture", (bytes: Buffer) => bytes.fill(0, bytes.length - 5000, bytes.length - 4990)],
])("the backup before an upgrade is a new one if the newest one is %s", async (_, damage) => {
  const { dataDir, documents, directory } = await openFilled();
  const backup = await completeBackup({ dataDir, directory });
  writeFileSync(backup, damage(readFileSync(backup)));
  expect(await completeBackup({ dataDir, directory })).not.toBe(backup);
  documents.close();
});
