import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox/inbox.ts";
import type { Submission } from "#domain/submission.ts";
import type { Inbox, InboxSearch } from "#ports/inbox.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { embeddedFile } from "#tests/contracts/stores/embedded-file.ts";
import { inboxContract } from "./inbox.contract.ts";
import { inboxBinContract } from "./inbox-bin.contract.ts";
import { inboxDeskContract } from "./inbox-desk.contract.ts";

const make = async () => {
  const { open } = embeddedFile();
  return async () => createInbox(open());
};
inboxContract("inbox in SQLite", make);
inboxDeskContract("inbox in SQLite", make);
inboxBinContract("inbox in SQLite", make);

const NOON = new Date("2025-08-01T12:00:00.000Z");
const ONE_HOUR_LATER = new Date("2025-08-01T13:00:00.000Z");

const SUBMISSION: Submission = {
  type: "message",
  content: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour" },
};

const worker = (...args: string[]) =>
  spawn(process.execPath, [join(import.meta.dirname, "inbox.worker.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });

/** Runs another process to its end. @returns what it said */
async function linesOf(...args: string[]): Promise<string[]> {
  const process = worker(...args);
  const end = once(process, "exit");
  const lines: string[] = [];
  for await (const line of createInterface({ input: process.stdout })) lines.push(line);
  expect((await end)[0]).toBe(0);
  return lines;
}

it("keeps entries, claims and the state of mail when the file is closed and opened again", async () => {
  const { open } = embeddedFile();
  const before = open();
  const { entry } = await createInbox(before).add(SUBMISSION, NOON);
  await createInbox(before).claimDue(NOON, 60_000, 10);
  before.close();

  const enteredSession = open();
  expect(await createInbox(enteredSession).get(entry.id)).toStrictEqual(entry);
  expect(await createInbox(enteredSession).claimDue(new Date(NOON.getTime() + 59_999), 60_000, 10)).toEqual([]);
  expect(await createInbox(enteredSession).claimDue(new Date(NOON.getTime() + 60_000), 60_000, 10)).toHaveLength(1);
  await createInbox(enteredSession).markSent(entry.id, NOON);
  enteredSession.close();

  const after = createInbox(open());
  expect((await after.get(entry.id))?.mail).toEqual({ state: "envoye", at: NOON });
  expect(await after.claimDue(ONE_HOUR_LATER, 60_000, 10)).toEqual([]);
  expect(await after.add(SUBMISSION, ONE_HOUR_LATER)).toMatchObject({ isNew: false, entry: { id: entry.id } });
});

it("loses nothing that it acknowledged when the process is killed in the middle of its work", async () => {
  const { file, open } = embeddedFile();
  open();
  const process = worker(file, "deposer", "100000");
  const end = once(process, "exit");
  const acknowledged: string[] = [];
  for await (const line of createInterface({ input: process.stdout })) {
    acknowledged.push(line.split(" ")[1] ?? "");
    if (acknowledged.length === 50) process.kill("SIGKILL");
  }
  expect((await end)[1]).toBe("SIGKILL");

  const inbox = createInbox(open());
  const foundAgain = await Promise.all(acknowledged.map(async (id) => (await inbox.get(id))?.id));
  expect(foundAgain).toEqual(acknowledged);
  expect(acknowledged.length).toBeGreaterThanOrEqual(50);
});

it("makes one entry of each message and one claim of each entry when several processes work at once", async () => {
  const { file, open } = embeddedFile();
  open();
  const puts = await Promise.all(Array.from({ length: 3 }, () => linesOf(file, "deposer", "60")));
  const newOnes = puts.flat().filter((line) => line.startsWith("nouvelle"));
  expect(newOnes).toHaveLength(60);
  expect(new Set(puts.flat().map((line) => line.split(" ")[1])).size).toBe(60);

  const claimed = await Promise.all(Array.from({ length: 3 }, () => linesOf(file, "livrer")));
  expect(claimed.flat().sort()).toEqual(newOnes.map((line) => line.replace("nouvelle", "prise")).sort());
});

it("answers from an index with 10,000 entries", () => {
  const db = embeddedFile().open();
  const queryPlan = (sql: string) =>
    db
      .prepare(`EXPLAIN QUERY PLAN ${sql}`)
      .all()
      .map(({ detail }) => String(detail))
      .join();
  expect(queryPlan("SELECT * FROM inbox WHERE type = 'message' ORDER BY received_at DESC, number DESC LIMIT 50")).toBe(
    "SEARCH inbox USING INDEX inbox_by_type (type=?)",
  );
  expect(
    queryPlan(
      "SELECT * FROM inbox WHERE type = 'message' AND state = 'nouveau' ORDER BY received_at DESC, number DESC LIMIT 50",
    ),
  ).toBe("SEARCH inbox USING INDEX inbox_by_state (type=? AND state=?)");
});

/** A file with 10,000 sign-ups, 500 of them of people who are not 18 yet, and 10,000 messages of 600 characters. */
function tenThousand(db: DatabaseSync): Inbox {
  const common = { charte: "Validé par la personne", charteMineur: "Majeur" } as const;
  const insert = db.prepare(
    `INSERT INTO inbox (id, type, content, fingerprint, received_at, next_attempt, mail, sent_at)
     VALUES (:type || :i, :type, :content, :type || :i, :receivedAt, :receivedAt, 'envoye', :receivedAt)`,
  );
  db.exec("BEGIN");
  for (let i = 0; i < 10_000; i++) {
    const receivedAt = new Date(NOON.getTime() + i * 1000);
    const content = {
      ...common,
      nom: `Héritier n${i}`,
      prenom: "Zoé",
      adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
      tel: String(791_234_567 + i).padStart(10, "0"),
      dateAnniv: i % 20 === 0 ? "05.08.2008" : "05.08.1999",
    };
    insert.run({ type: "inscription", i, content: JSON.stringify(content), receivedAt: receivedAt.toISOString() });
    const text = `Bonjour le comité, ${"la brisolée est-elle ouverte à tous ? ".repeat(15)}`;
    const message = { nom: `Léo ${i}`, email: "leo@exemple.ch", sujet: `Brisolée ${i}`, message: text };
    insert.run({ type: "message", i, content: JSON.stringify(message), receivedAt: receivedAt.toISOString() });
  }
  db.exec("COMMIT");
  return createInbox(db);
}

it("finds a page among 10,000 entries, also those that an older version wrote", async () => {
  const inbox = tenThousand(embeddedFile().open());
  const portion = { start: 0, count: 50 };
  const common = { type: "inscription", text: "", filter: "tout", day: "2025-08-01" } as const;
  const searches: [InboxSearch, number][] = [
    [common, 10_000],
    [{ ...common, text: "ZOE heritier N999" }, 11],
    [{ ...common, text: "personne de ce nom" }, 0],
    [{ ...common, filter: "mineur" }, 500],
    [{ ...common, filter: "traite" }, 0],
    [{ ...common, filter: "echec" }, 0],
    [{ ...common, type: "message", text: "brisolee 9999" }, 1],
  ];
  for (const [search, expected] of searches) {
    const { total, entries } = await inbox.search(search, portion);
    expect([total, entries.length]).toEqual([expected, Math.min(expected, portion.count)]);
  }
  const { entries } = await inbox.search(common, { start: 9950, count: 50 });
  expect(entries.at(-1)?.content.nom).toBe("Héritier n0");
});

it("throws when the store does not answer", async () => {
  const db = embeddedFile().open();
  const inbox = createInbox(db);
  db.close();
  await expect(inbox.add(SUBMISSION, NOON)).rejects.toThrow();
  await expect(inbox.get("x")).rejects.toThrow();
  await expect(inbox.claimDue(NOON, 60_000, 10)).rejects.toThrow();
  await expect(inbox.nextDue()).rejects.toThrow();
  await expect(inbox.markSent("x", NOON)).rejects.toThrow();
  await expect(inbox.count("message")).rejects.toThrow();
  await expect(inbox.setHandled("x", NOON)).rejects.toThrow();
  await expect(inbox.moveToBin("x", aDeletion())).rejects.toThrow();
  await expect(inbox.restore("x")).rejects.toThrow();
  await expect(inbox.purge("message", NOON)).rejects.toThrow();
});
