/** What the database's own files still hold of what was taken out of it. */
import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { createAccountMailQueue } from "#adapters/embedded/accounts/account-mail-queue.ts";
import { erase, rewriteErased } from "#adapters/embedded/erasure.ts";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import { embeddedFile } from "./embedded-file.ts";

const message = (sujet: string, message = "Bonjour") =>
  ({ type: "message", content: { nom: "Paul", email: "paul@exemple.ch", sujet, message } }) as const;

const bytesOf = (file: string) =>
  ["", "-wal"].map((suffix) => (existsSync(file + suffix) ? readFileSync(file + suffix, "latin1") : "")).join();

const rewriteIsOwed = (db: DatabaseSync) => db.prepare("PRAGMA user_version").get()?.user_version === 1;

it("a deletion leaves nothing in the file and its log", async () => {
  const { file, open } = embeddedFile();
  const inbox = createInbox(open());
  const { entry } = await inbox.add(message("Kouglof"), new Date());
  await inbox.markRetry(entry.id, "Pas de réponse", new Date());
  expect(bytesOf(file)).toContain("Kouglof");
  await inbox.delete(entry.id);
  expect(bytesOf(file)).not.toMatch(/kouglof/i);
});

it("a deletion neither fails nor waits while another process reads; the log is emptied as soon as it is done", async () => {
  const { file, open } = embeddedFile();
  const inbox = createInbox(open());
  const { entry } = await inbox.add(message("Kouglof"), new Date());
  const reader = open();
  reader.exec("BEGIN; SELECT count(*) FROM inbox;");
  const start = performance.now();
  await inbox.delete(entry.id);
  expect(performance.now() - start).toBeLessThan(2_500);
  expect(await inbox.get(entry.id)).toBeNull();
  expect(bytesOf(file)).toContain("Kouglof");
  reader.exec("COMMIT");
  await vi.waitUntil(() => !bytesOf(file).includes("Kouglof"), { timeout: 10_000, interval: 50 });
});

it("what a split page kept of its neighbour is gone once the file is written anew, which is done where it is owed", async () => {
  const { file, open } = embeddedFile();
  const db = open();
  rewriteErased(db);
  expect(rewriteIsOwed(db)).toBe(false);
  const inbox = createInbox(db);
  const [gone, kept]: [string[], string[]] = [[], []];
  for (let i = 0; i < 300; i++) {
    const word = `mot${randomBytes(8).toString("hex")}`;
    const { entry } = await inbox.add(message(word, "x".repeat(i % 3 === 0 ? 6_000 : (i * 7) % 400)), new Date());
    if (i % 2 === 0) await inbox.delete(entry.id);
    (i % 2 === 0 ? gone : kept).push(word);
  }
  expect(rewriteIsOwed(db)).toBe(true);
  rewriteErased(db);
  expect(rewriteIsOwed(db)).toBe(false);
  const bytes = bytesOf(file);
  expect(gone.filter((word) => bytes.includes(word))).toEqual([]);
  expect(kept.filter((word) => bytes.includes(word))).toEqual(kept);
});

it("a rewrite is owed after a crash too, after an upgrade, and not when nothing was taken away", async () => {
  const { open } = embeddedFile();
  const db = open();
  expect(rewriteIsOwed(db)).toBe(true);
  rewriteErased(db);
  await createInbox(db).delete("nobody");
  expect(rewriteIsOwed(db)).toBe(false);
  erase(db, () => db.exec("UPDATE health SET writes = 7"));
  db.close();
  const again = open();
  expect(rewriteIsOwed(again)).toBe(true);
});

it("a rewrite that cannot be done now is still owed, and nothing waits for it", () => {
  const { open } = embeddedFile();
  const [db, other] = [open(), open()];
  other.exec("BEGIN IMMEDIATE");
  const start = performance.now();
  expect(() => rewriteErased(db)).toThrow("database is locked");
  expect(performance.now() - start).toBeLessThan(2_500);
  other.exec("ROLLBACK");
  expect(rewriteIsOwed(db)).toBe(true);
  expect(db.prepare("PRAGMA busy_timeout").get()?.timeout).toBe(5000);
  rewriteErased(db);
  expect(rewriteIsOwed(db)).toBe(false);
});

it("mail to an account leaves nothing behind once it is out", async () => {
  const { file, open } = embeddedFile();
  const queue = createAccountMailQueue(open());
  const mail = {
    id: "a",
    recipient: "coquecigrue@exemple.ch",
    subject: "Kouglof",
    text: "Bonjour",
    html: "<p>Bouquetin</p>",
  };
  await queue.add([mail], new Date());
  expect(bytesOf(file)).toContain("coquecigrue");
  await queue.drop(["a"]);
  expect(bytesOf(file)).not.toMatch(/coquecigrue|Kouglof|Bouquetin/);
});

it("what is written over is gone like what is deleted", () => {
  const { file, open } = embeddedFile();
  const db = open();
  db.exec("INSERT INTO membres VALUES ('x', 'x', 1, 'Fridolette', 'Nom', 'Membre', '')");
  erase(db, () => db.exec("UPDATE membres SET Prenom = 'Anne'"));
  expect(bytesOf(file)).not.toContain("Fridolette");
});
