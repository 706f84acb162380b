/** Whether erased data is still in the database file or its log. */

import { existsSync, readFileSync } from "node:fs";
import type { DatabaseSync } from "node:sqlite";
import { expect, it, vi } from "vitest";
import { rewriteErasedDocuments } from "#adapters/sqlite/erasure.ts";
import { EMPTY_SLOT } from "#domain/slots/slot.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { createEventStore } from "#stores/events.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createJournalStore } from "#stores/journal.ts";
import { queueLetters } from "#stores/mail-document.ts";
import { createMailingStore } from "#stores/mailings.ts";
import { createMailStore, type LeasedMail } from "#stores/mails.ts";
import { createOptOutStore } from "#stores/opt-outs.ts";
import { deleteUnreferencedPicture } from "#stores/pictures/picture.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { createRegisterStore } from "#stores/register/register.ts";
import { createTouchStore } from "#stores/rounds/touches.ts";
import { createReplyStore } from "#stores/slots/replies.ts";
import { createSlotStore } from "#stores/slots/slots.ts";
import { aDeletion, moveCard } from "#tests/contracts/bin/deletions.ts";
import { documentsOf } from "#tests/contracts/documents/places.ts";
import { aMailing } from "#tests/contracts/mailings/mailings.contract.ts";
import { aMember, saveMember } from "#tests/contracts/register/register.contract.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { aPicture } from "#tests/images/kept-pictures.ts";
import { mailWaits } from "#tests/mail-results.ts";
import { embeddedFile } from "./embedded-file.ts";
import { aMessage } from "./samples.ts";

/** An open database and its stores. `bytes`: the content of the database file and its log. */
function opened() {
  const { file, open } = embeddedFile();
  const db = open();
  const documents = documentsOf(db);
  const [inbox, bin] = [createInboxStore(documents), createRecycleBinStore(documents)];
  return {
    open,
    db,
    documents,
    inbox,
    bin,
    journal: createJournalStore(documents),
    members: createCommitteeStore(documents, () => new Date("2025-08-01T12:00:00Z")),
    events: createEventStore(documents),
    mails: createMailStore(documents),
    bytes: () =>
      ["", "-wal"].map((suffix) => (existsSync(file + suffix) ? readFileSync(file + suffix, "latin1") : "")).join(),
    add: async (subject: string, message = "Bonjour") =>
      (await inbox.add(aMessage({ subject, message }), new Date())).entry.id,
    /** Deletes an entry and erases it in the bin. */
    async eraseEntry(id: string) {
      const [key = ""] = await inbox.moveToBin([id], aDeletion());
      await bin.erase(key);
    },
    eraseSomething: () =>
      documents.transaction(async (transaction) => transaction.create("state", "a", {}), { erases: true }),
  };
}

const isRewriteDue = (db: DatabaseSync) => db.prepare("PRAGMA user_version").get()?.user_version === 1;
const MEMBER = { firstName: "Fridolette", lastName: "Bartavelle", role: "Membre", displayedRole: "" };

it("an erased inbox entry leaves no data in the file and its log", async () => {
  const { mails, add, bytes, eraseEntry } = opened();
  const id = await add("Kouglof");
  await mailWaits(mails, id, "Pas de réponse", new Date());
  expect(bytes()).toContain("Kouglof");
  await eraseEntry(id);
  expect(bytes()).not.toMatch(/kouglof/i);
});

it("an erased card leaves no data, also of its revisions, picture and calendar record", async () => {
  const { events, documents, bin, bytes } = opened();
  for (const [i, name] of ["Kouglof", "Brimborion", "Coquecigrue"].entries()) {
    const version = (await events.get("A"))?.version;
    const by = { id: `compte-${i}`, name: "Anne" };
    if (version) await events.update("A", anEvent({ name }), version, by);
    else await events.create("A", anEvent({ name }), by, aPicture("a", "Trombinette.jpg"));
  }
  const key = await moveCard(events, "A");
  for (const word of ["Kouglof", "Brimborion", "Coquecigrue", "Trombinette"]) expect(bytes()).toContain(word);
  for (const picture of (await bin.erase(key)) ?? []) await deleteUnreferencedPicture(documents, picture);
  expect(bytes()).not.toMatch(/Kouglof|Brimborion|Coquecigrue|Trombinette/);
});

it("a card that is restored, changed and erased leaves no data of any version", async () => {
  const { members, bin, bytes } = opened();
  await members.create("A", MEMBER);
  await members.restore(await moveCard(members, "A"), "A-2", null);
  await members.update("A-2", { ...MEMBER, lastName: "Kouglof" }, (await members.get("A-2"))?.version ?? "");
  await bin.erase(await moveCard(members, "A-2"));
  expect(bytes()).not.toMatch(/Fridolette|Bartavelle|Kouglof/);
});

it("expired revisions and journal entries leave no data", async () => {
  const { members, bin, journal, bytes } = opened();
  await members.create("A", MEMBER);
  await members.update("A", { ...MEMBER, firstName: "Anne" }, (await members.get("A"))?.version ?? "");
  const [at, by] = [new Date("2025-08-01T12:00:00Z"), { id: "compte", name: "Coquecigrue" }];
  await journal.add({ at, by, action: "added", subject: "membre", subjectId: "Kouglof" });
  expect(bytes()).toContain("Fridolette");
  await bin.pruneRevisions(new Date("2026-08-02T12:00:00Z"));
  await journal.purge(new Date("2026-08-02T12:00:00Z"));
  expect(bytes()).not.toMatch(/Fridolette|Coquecigrue|Kouglof/);
});

it("an erased member leaves no data in mailings, their shares, touches and letters, nor as an opt-out", async () => {
  const { documents, bin, bytes } = opened();
  const [register, mailings] = [createRegisterStore(documents), createMailingStore(documents, async () => "secret")];
  const member = { firstName: "Fridolette", lastName: "Bartavelle", email: "coquecigrue@exemple.ch" };
  const id = await saveMember(register, aMember(member));
  const recipients = [id, "other"].map((one) => ({ member: one, reply: "" }));
  await mailings.create("m", aMailing({ recipients }), [], null);
  const letter = { recipient: member.email, subject: "Sortie", text: "Kouglof", html: "Kouglof" };
  expect(await mailings.queueLetters({ id: "m", by: null }, [{ member: id, letter }])).toBe(1);
  await mailings.share("m", "group", [id, "other"], null);
  await createOptOutStore(documents, async () => "secret").set(id, true, null);
  for (const word of ["Fridolette", "coquecigrue", "Kouglof", id]) expect(bytes()).toContain(word);
  const { version = "" } = (await register.get(id)) ?? {};
  const deletion = aDeletion();
  await register.moveToBin(id, version, deletion);
  await bin.erase(deletion.key);
  expect(bytes()).not.toMatch(/Fridolette|Bartavelle|coquecigrue|Kouglof/i);
  // The journal keeps the id, without the name, and ends after a year.
  const left = await Promise.all(["mailings", "touches", "mails", "opt-outs"].map((one) => documents.query(one)));
  expect(JSON.stringify(left)).not.toContain(id);
  await createJournalStore(documents).purge(new Date("2100-01-01T12:00:00Z"));
  expect(bytes()).not.toContain(id);
  expect(await mailings.get("m")).toMatchObject({ recipients: [recipients[1]], shares: [{ recipients: ["other"] }] });
});

it("a person who is no member leaves no data in mailings and touches once the reply ends", async () => {
  const { documents, bytes } = opened();
  const [mailings, replies] = [createMailingStore(documents, async () => "secret"), createReplyStore(documents)];
  const [slot = ""] = await createSlotStore(documents).add("e", [EMPTY_SLOT], null);
  const replier = { member: "", person: "bartavelle 079", name: "Bartavelle", phone: "079", isAdult: true };
  const none = { day: "", time: "" } as const;
  const agreed = () => ({ post: "Bar", from: none, until: none });
  await replies.add({ event: "e", slots: [slot], replier, agreed }, () => [], null);
  const reply = (await replies.list("e"))[0] ?? expect.fail();
  await mailings.create("m", aMailing({ kind: "event", recipients: [{ member: "", reply: reply.id }] }), [], null);
  const topic = { id: "m", about: "", reply: reply.id };
  const touch = { kind: "mailing", member: "", fees: [], topic, way: "sms", at: new Date() } as const;
  expect(await createTouchStore(documents).record(touch, null)).toBe(true);
  expect(bytes()).toContain("bartavelle 079");
  await mailings.forgetReplies([reply]);
  await replies.erase([reply.id]);
  await documents.transaction(async (transaction) => transaction.create("state", "a", {}), { erases: true });
  expect(bytes()).not.toMatch(/bartavelle/i);
  expect(bytes()).not.toContain(reply.id);
});

it("sent mail to an account leaves no data", async () => {
  const { documents, mails, bytes } = opened();
  const texts = { subject: "Kouglof", text: "Bonjour", html: "<p>Bouquetin</p>" };
  const letter = { kind: "link", cause: "a", recipient: "coquecigrue@exemple.ch", ...texts } as const;
  await documents.transaction(async (transaction) => queueLetters(transaction, [letter], new Date()));
  expect(bytes()).toContain("coquecigrue");
  const mail = await mails.leaseDue(new Date(), 60_000);
  await mails.record(mail as LeasedMail, { state: "envoye", at: new Date() });
  expect(bytes()).not.toMatch(/coquecigrue|Kouglof|Bouquetin/);
});

it("an erasure neither fails nor waits while another process reads; the log is emptied after that read", async () => {
  const { open, inbox, add, bytes, eraseEntry } = opened();
  const id = await add("Kouglof");
  const reader = open();
  reader.exec("BEGIN; SELECT count(*) FROM documents;");
  const start = performance.now();
  await eraseEntry(id);
  expect(performance.now() - start).toBeLessThan(2_500);
  expect(await inbox.get(id)).toBeNull();
  expect(bytes()).toContain("Kouglof");
  reader.exec("COMMIT");
  await vi.waitUntil(() => !bytes().includes("Kouglof"), { timeout: 10_000, interval: 50 });
});

it("a rewrite of the documents removes deleted data that SQLite left in it, and happens only if it is due", async () => {
  const { open, db, add, bytes, eraseSomething } = opened();
  for (const word of ["Kouglof", "Bouquetin"]) await add(word);
  // Imitates the copies that a split of pages leaves, which no test can predict.
  open().exec("PRAGMA secure_delete = OFF; DELETE FROM documents WHERE content LIKE '%Kouglof%'");
  await rewriteErasedDocuments(db);
  expect(isRewriteDue(db)).toBe(false);
  expect(bytes()).toContain("Kouglof");
  await eraseSomething();
  expect(bytes()).toContain("Kouglof");
  expect(isRewriteDue(db)).toBe(true);
  await rewriteErasedDocuments(db);
  expect(isRewriteDue(db)).toBe(false);
  expect(bytes()).not.toMatch(/kouglof/i);
  expect(bytes()).toContain("Bouquetin");
});

it("a rewrite stays due after a crash, and is not due if nothing was erased", async () => {
  const { open, db, inbox, bin, journal, eraseSomething } = opened();
  await inbox.moveToBin(["nobody"], aDeletion());
  await inbox.restore(["nothing"]);
  await bin.erase("nothing");
  await journal.purge(new Date());
  await bin.pruneRevisions(new Date());
  expect(isRewriteDue(db)).toBe(false);
  await eraseSomething();
  db.close();
  expect(isRewriteDue(open())).toBe(true);
});

it("a rewrite that fails because of a lock stays due, and does not wait", async () => {
  const { open, db, eraseSomething } = opened();
  const other = open();
  await eraseSomething();
  other.exec("BEGIN IMMEDIATE");
  const start = performance.now();
  await expect(rewriteErasedDocuments(db)).rejects.toThrow("database is locked");
  expect(performance.now() - start).toBeLessThan(2_500);
  other.exec("ROLLBACK");
  expect(isRewriteDue(db)).toBe(true);
  await rewriteErasedDocuments(db);
  expect(isRewriteDue(db)).toBe(false);
});
