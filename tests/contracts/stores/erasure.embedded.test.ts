/** Whether erased data is still in the database file or its log. */

import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { rewriteErased } from "#adapters/sqlite/erasure.ts";
import { createAccountMailQueue } from "#stores/account-mail.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createJournal } from "#stores/journal.ts";
import { deleteUnnamed } from "#stores/pictures/picture.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { aDeletion, moveCard } from "#tests/contracts/bin/deletions.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { aPicture } from "#tests/images/kept-pictures.ts";
import { embeddedFile } from "./embedded-file.ts";
import { aMessage } from "./samples.ts";

const message = (subject: string, text?: string) => aMessage({ subject, ...(text && { message: text }) });

const bytesOf = (file: string) =>
  ["", "-wal"].map((suffix) => (existsSync(file + suffix) ? readFileSync(file + suffix, "latin1") : "")).join();

const isRewriteDue = (db: DatabaseSync) => db.prepare("PRAGMA user_version").get()?.user_version === 1;

/** Deletes an entry and erases it in the bin. */
async function eraseEntry(db: DatabaseSync, id: string): Promise<void> {
  const [key = ""] = await createInbox(documentsOf(db)).moveToBin([id], aDeletion());
  await createRecycleBin(documentsOf(db)).erase(key);
}

const eraseSomething = (db: DatabaseSync) =>
  documentsOf(db).transaction(async (transaction) => transaction.create("state", "a", {}), { erases: true });

it("an erased inbox entry leaves no data in the file and its log", async () => {
  const { file, open } = embeddedFile();
  const db = open();
  const inbox = createInbox(documentsOf(db));
  const { entry } = await inbox.add(message("Kouglof"), new Date());
  await inbox.markRetry(entry.id, "Pas de réponse", new Date());
  expect(bytesOf(file)).toContain("Kouglof");
  await eraseEntry(db, entry.id);
  expect(bytesOf(file)).not.toMatch(/kouglof/i);
});

it("an erased card leaves no data, also of its revisions, picture and record for calendars", async () => {
  const { file, open } = embeddedFile();
  const db = open();
  const events = createEvents(documentsOf(db));
  for (const [i, Nom] of ["Kouglof", "Brimborion", "Coquecigrue"].entries()) {
    const version = (await events.get("A"))?.version;
    const by = { id: `compte-${i}`, name: "Anne" };
    if (version) await events.update("A", anEvent({ name: Nom }), version, by);
    else await events.create("A", anEvent({ name: Nom }), by, aPicture("a", "Trombinette.jpg"));
  }
  const key = await moveCard(events, "A");
  for (const word of ["Kouglof", "Brimborion", "Coquecigrue", "Trombinette"]) expect(bytesOf(file)).toContain(word);
  for (const picture of (await createRecycleBin(documentsOf(db)).erase(key)) ?? [])
    await deleteUnnamed(documentsOf(db), picture);
  expect(bytesOf(file)).not.toMatch(/Kouglof|Brimborion|Coquecigrue|Trombinette/);
});

it("a card that is restored, changed and erased leaves no data of any version", async () => {
  const { file, open } = embeddedFile();
  const db = open();
  const members = createCommittee(documentsOf(db));
  const fields = { firstName: "Fridolette", lastName: "Bartavelle", role: "Membre" };
  await members.create("A", fields);
  await members.restore(await moveCard(members, "A"), "A-2", null);
  await members.update("A-2", { ...fields, lastName: "Kouglof" }, (await members.get("A-2"))?.version ?? "");
  await createRecycleBin(documentsOf(db)).erase(await moveCard(members, "A-2"));
  expect(bytesOf(file)).not.toMatch(/Fridolette|Bartavelle|Kouglof/);
});

it("expired revisions and journal lines leave no data", async () => {
  const { file, open } = embeddedFile();
  const db = open();
  const [members, journal] = [
    createCommittee(documentsOf(db), () => new Date("2025-08-01T12:00:00Z")),
    createJournal(documentsOf(db)),
  ];
  const fields = { firstName: "Fridolette", lastName: "Bartavelle", role: "Membre" };
  await members.create("A", fields);
  await members.update("A", { ...fields, firstName: "Anne" }, (await members.get("A"))?.version ?? "");
  const by = { id: "compte", name: "Coquecigrue" };
  await journal.add({
    at: new Date("2025-08-01T12:00:00Z"),
    by,
    action: "added",
    subject: "membre",
    subjectId: "Kouglof",
  });
  expect(bytesOf(file)).toContain("Fridolette");
  await members.pruneRevisions(new Date("2026-08-02T12:00:00Z"));
  await journal.purge(new Date("2026-08-02T12:00:00Z"));
  expect(bytesOf(file)).not.toMatch(/Fridolette|Coquecigrue|Kouglof/);
});

it("an erasure neither fails nor waits while another process reads; the log is emptied after that read", async () => {
  const { file, open } = embeddedFile();
  const db = open();
  const inbox = createInbox(documentsOf(db));
  const { entry } = await inbox.add(message("Kouglof"), new Date());
  const reader = open();
  reader.exec("BEGIN; SELECT count(*) FROM documents;");
  const start = performance.now();
  await eraseEntry(db, entry.id);
  expect(performance.now() - start).toBeLessThan(2_500);
  expect(await inbox.get(entry.id)).toBeNull();
  expect(bytesOf(file)).toContain("Kouglof");
  reader.exec("COMMIT");
  await vi.waitUntil(() => !bytesOf(file).includes("Kouglof"), { timeout: 10_000, interval: 50 });
});

it("a rewrite of the file removes erased data from split pages, and happens only if it is due", {
  timeout: 120_000,
}, async () => {
  const { file, open } = embeddedFile();
  const db = open();
  rewriteErased(db);
  expect(isRewriteDue(db)).toBe(false);
  const inbox = createInbox(documentsOf(db));
  const [gone, kept]: [string[], string[]] = [[], []];
  for (let i = 0; i < 300; i++) {
    const word = `mot${randomBytes(8).toString("hex")}`;
    const { entry } = await inbox.add(message(word, "x".repeat(i % 3 === 0 ? 6_000 : (i * 7) % 400)), new Date());
    if (i % 2 === 0) await eraseEntry(db, entry.id);
    (i % 2 === 0 ? gone : kept).push(word);
  }
  expect(isRewriteDue(db)).toBe(true);
  rewriteErased(db);
  expect(isRewriteDue(db)).toBe(false);
  const bytes = bytesOf(file);
  expect(gone.filter((word) => bytes.includes(word))).toEqual([]);
  expect(kept.filter((word) => bytes.includes(word))).toEqual(kept);
});

it("a rewrite stays due after a crash, and is not due if nothing was erased", async () => {
  const { open } = embeddedFile();
  const db = open();
  await createInbox(documentsOf(db)).moveToBin(["nobody"], aDeletion());
  await createInbox(documentsOf(db)).restore(["nothing"]);
  await createRecycleBin(documentsOf(db)).erase("nothing");
  await createJournal(documentsOf(db)).purge(new Date());
  await createCommittee(documentsOf(db)).pruneRevisions(new Date());
  expect(isRewriteDue(db)).toBe(false);
  await eraseSomething(db);
  db.close();
  const again = open();
  expect(isRewriteDue(again)).toBe(true);
});

it("a rewrite that fails because of a lock stays due, and does not wait", async () => {
  const { open } = embeddedFile();
  const [db, other] = [open(), open()];
  await eraseSomething(db);
  other.exec("BEGIN IMMEDIATE");
  const start = performance.now();
  expect(() => rewriteErased(db)).toThrow("database is locked");
  expect(performance.now() - start).toBeLessThan(2_500);
  other.exec("ROLLBACK");
  expect(isRewriteDue(db)).toBe(true);
  rewriteErased(db);
  expect(isRewriteDue(db)).toBe(false);
});

it("sent mail to an account leaves no data", async () => {
  const { file, open } = embeddedFile();
  const queue = createAccountMailQueue(documentsOf(open()));
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
