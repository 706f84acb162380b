import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import type { Submission } from "#domain/submission.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { newInboxFields } from "#stores/inbox-document.ts";
import type { InboxSearch } from "#stores/inbox-types.ts";
import { createMailStore } from "#stores/mails.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { sqliteDocuments } from "#tests/contracts/documents/places.ts";
import { inboxAndMails, inboxContract, inboxDeskContract } from "#tests/contracts/inbox/inbox.contract.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { aMessage, aSignUp } from "#tests/contracts/stores/samples.ts";
import { mailSent } from "#tests/mail-results.ts";

const make = async () => {
  const openOne = await sqliteDocuments();
  return async () => inboxAndMails(await openOne());
};
inboxContract("the inbox in SQLite", make);
inboxDeskContract("the inbox in SQLite", make);

const NOON = new Date("2025-08-01T12:00:00.000Z");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);

const message = (text: string) => aMessage({ message: text });

it("deleting the older of two entries with equal content keeps the marker of the newer one", async () => {
  const inbox = await (await make())();
  const first = await inbox.add(message("Bonjour"), NOON);
  const second = await inbox.add(message("Bonjour"), afterNoon(25 * HOUR));
  await inbox.moveToBin([first.entry.id], aDeletion());
  const click = await inbox.add(message("Bonjour"), afterNoon(25 * HOUR + 500));
  expect(click).toMatchObject({ isNew: false, entry: { id: second.entry.id } });
});

it("the inbox accepts equal content after its entry was deleted directly in the database", async () => {
  const documents = await (await sqliteDocuments())();
  const inbox = createInboxStore(documents);
  const { entry } = await inbox.add(message("Bonjour"), NOON);
  await documents.transaction(async (transaction) => {
    await transaction.get("inbox", entry.id);
    transaction.delete("inbox", entry.id);
  });
  expect(await inbox.add(message("Bonjour"), afterNoon(1000))).toMatchObject({ isNew: true });
});

it("the inbox restores unknown fields too, and does not overwrite an existing entry", async () => {
  const documents = await (await sqliteDocuments())();
  const inbox = createInboxStore(documents);
  const { entry } = await inbox.add(message("Bonjour"), NOON);
  const change = (fields: { [field: string]: string }) =>
    documents.transaction(async (transaction) => {
      if (await transaction.get("inbox", entry.id)) transaction.update("inbox", entry.id, fields);
    });
  await change({ note: "à rappeler" });
  const before = (await documents.get("inbox", entry.id))?.content ?? {};
  await inbox.restore(await inbox.moveToBin([entry.id], aDeletion()));
  expect((await documents.get("inbox", entry.id))?.content).toEqual(before);

  const again = await inbox.moveToBin([entry.id], aDeletion());
  await documents.transaction(async (transaction) =>
    transaction.create("inbox", entry.id, { ...before, handledAt: NOON.toISOString() }),
  );
  expect(await inbox.restore(again)).toBe(1);
  expect((await inbox.get(entry.id))?.handledAt).toEqual(NOON);
  expect(await createRecycleBinStore(documents).list()).toEqual([]);
});

it("the inbox moves any number of expired entries, in several transactions", async () => {
  const inbox = await (await make())();
  const added = await Promise.all(Array.from({ length: 250 }, (_, i) => inbox.add(message(`n${i}`), NOON)));
  await inbox.setHandled(
    added.map(({ entry }) => entry.id),
    NOON,
  );
  expect(await inbox.moveExpiredToBin("message", afterNoon(1), NOON)).toBe(250);
  expect(await inbox.listIds()).toEqual(new Set());
});

/** A new database with a thousand entries of each type, received a second apart. */
async function filled() {
  const { file, open } = embeddedFile();
  open();
  const documents = openSqliteDocuments(file);
  onTestFinished(() => documents.close());
  const add = (submissionOf: (i: number) => Submission) =>
    documents.transaction(async (transaction) => {
      for (let i = 0; i < 1000; i++)
        transaction.create("inbox", transaction.newId(), newInboxFields(submissionOf(i), afterNoon(i * 1000)));
    });
  await add((i) => aSignUp({ lastName: `Héritier n${i}`, birthDate: i % 20 === 0 ? "05.08.2008" : "05.08.1999" }));
  await add((i) =>
    aMessage({ subject: `Brisolée ${i}`, message: "la brisolée est-elle ouverte à tous ? ".repeat(15) }),
  );
  return { file, inbox: createInboxStore(documents) };
}

/** Records the queries that the database receives from now on. */
function queriesOf(): ReadonlySet<string> {
  const asked = new Set<string>();
  const { prepare } = DatabaseSync.prototype;
  DatabaseSync.prototype.prepare = function (sql) {
    if (sql.includes("FROM documents")) asked.add(sql);
    return prepare.call(this, sql);
  };
  onTestFinished(() => {
    DatabaseSync.prototype.prepare = prepare;
  });
  return asked;
}

it("the inbox uses an index for each page, search and count", async () => {
  const { file, inbox } = await filled();
  const common = { type: "inscription", text: "", filter: "tout", day: "2025-08-01" } as const;
  const portion = { start: 0, count: 50 };
  const searches: [InboxSearch, number][] = [
    [common, 1_000],
    [{ ...common, type: "message" }, 1_000],
    [{ ...common, text: "ZOE heritier N99" }, 11],
    [{ ...common, text: "zoe" }, 1_000],
    [{ ...common, text: "personne de ce nom" }, 0],
    [{ ...common, filter: "mineur" }, 50],
    [{ ...common, filter: "mineur", text: "n9" }, 5],
    [{ ...common, filter: "nouveau" }, 1_000],
    [{ ...common, filter: "traite" }, 0],
    [{ ...common, filter: "echec" }, 0],
    [{ ...common, type: "message", text: "brisolee 999" }, 1],
  ];
  const asked = queriesOf();
  for (const [search, expected] of searches) {
    const { total, entries } = await inbox.search(search, portion);
    expect([total, entries.length], JSON.stringify(search)).toEqual([expected, Math.min(expected, portion.count)]);
  }
  const { entries } = await inbox.search(common, { start: 950, count: 50 });
  expect(entries.at(-1)?.content).toMatchObject({ lastName: "Héritier n0" });
  await inbox.count("message");
  expect(asked.size).toBeGreaterThan(5);
  const db = new DatabaseSync(file);
  onTestFinished(() => db.close());
  for (const sql of [...asked]) {
    const plan = db.prepare(`EXPLAIN QUERY PLAN ${sql}`).all();
    const steps = plan.map(({ detail }) => String(detail));
    // The entries of a few people are sorted after the search.
    const refused = sql.includes(" IN (?") ? /SCAN documents/ : /SCAN documents|TEMP B-TREE/;
    expect(
      steps.filter((step) => refused.test(step)),
      sql,
    ).toEqual([]);
    expect(steps[0], sql).toMatch(/^SEARCH documents USING (?:COVERING )?INDEX inbox_by_\w+ \(collection=\? AND /);
  }
});

it("the inbox throws when the store is unavailable", async () => {
  const { file, open } = embeddedFile();
  open();
  const documents = openSqliteDocuments(file);
  const inbox = createInboxStore(documents);
  documents.close();
  const mails = createMailStore(documents);
  const reads = [inbox.get("x"), mails.nextDue(), inbox.count("message"), mails.heldReason()];
  const marks = [mailSent(mails, "x", NOON), inbox.setHandled(["x"], NOON), mails.leaseDue(NOON, MINUTE)];
  const moves = [inbox.moveToBin(["x"], aDeletion()), inbox.restore(["x"])];
  const outcomes = await Promise.allSettled([inbox.add(message("Bonjour"), NOON), ...reads, ...marks, ...moves]);
  expect(new Set(outcomes.map(({ status }) => status))).toEqual(new Set(["rejected"]));
});
