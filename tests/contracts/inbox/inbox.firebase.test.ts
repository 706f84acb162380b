import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { createInbox } from "#adapters/firebase/inbox/inbox.ts";
import { createRecycleBin } from "#adapters/firebase/recycle-bin.ts";
import type { Submission } from "#domain/submission.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { inboxContract } from "./inbox.contract.ts";
import { inboxBinContract } from "./inbox-bin.contract.ts";
import { inboxDeskContract } from "./inbox-desk.contract.ts";

const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);

const message = (text: string): Submission => ({
  type: "message",
  content: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: text },
});

/** Runs another process to its end, which comes by itself. @returns what it said */
async function linesOf(...args: string[]): Promise<string[]> {
  const instance = spawn(process.execPath, [join(import.meta.dirname, "inbox-firebase.worker.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const end = once(instance, "exit");
  const lines: string[] = [];
  for await (const line of createInterface({ input: instance.stdout })) lines.push(line);
  expect((await end)[0]).toBe(0);
  return lines;
}

describeHosted("the inbox of a hosted site", () => {
  const make = async () => {
    const { openOne } = firestoreProject();
    return async () => createInbox(openOne());
  };
  inboxContract("inbox in Firestore", make);
  inboxDeskContract("inbox in Firestore", make);
  inboxBinContract("inbox in Firestore", make);

  it("takes up mail whose next attempt lies hours ahead: the clock has been set back since", async () => {
    const inbox = createInbox(firestoreProject().openOne());
    const { entry } = await inbox.add(message("Bonjour"), afterNoon(24 * 3_600_000));
    expect(await inbox.claimDue(NOON, 60_000, 10)).toMatchObject([{ id: entry.id }]);
    expect(await inbox.claimDue(NOON, 60_000, 10)).toEqual([]);
  });

  it("leaves nothing of an entry behind once it is erased or purged", async () => {
    const db = firestoreProject().openOne();
    const inbox = createInbox(db);
    const erase = await inbox.add(message("un"), NOON);
    const handled = await inbox.add(message("deux"), NOON);
    await inbox.setHandled(handled.entry.id, NOON);
    const deletion = aDeletion();
    await inbox.moveToBin(erase.entry.id, deletion);
    expect(await createRecycleBin(db).erase(deletion.key)).toBe(true);
    expect(await inbox.purge("message", afterNoon(1))).toBe(1);
    for (const collection of await db.listCollections()) expect((await collection.get()).size).toBe(0);
  });

  it("still knows a second click on what was sent again a day later, when the first entry is deleted", async () => {
    const inbox = createInbox(firestoreProject().openOne());
    const first = await inbox.add(message("Bonjour"), NOON);
    const second = await inbox.add(message("Bonjour"), afterNoon(25 * 3_600_000));
    await inbox.moveToBin(first.entry.id, aDeletion());
    const click = await inbox.add(message("Bonjour"), afterNoon(25 * 3_600_000 + 500));
    expect(click).toMatchObject({ isNew: false, entry: { id: second.entry.id } });
  });

  it("takes what is sent again after its entry was deleted by hand in the database", async () => {
    const db = firestoreProject().openOne();
    const inbox = createInbox(db);
    const { entry } = await inbox.add(message("Bonjour"), NOON);
    await db.doc(`inbox/${entry.id}`).delete();
    expect(await inbox.add(message("Bonjour"), afterNoon(1000))).toMatchObject({ isNew: true });
  });

  it("makes one entry of each message and one claim of each entry when several processes work at once", async () => {
    const { projectId } = firestoreProject();
    const puts = await Promise.all([1, 2].map(() => linesOf(projectId, "deposer", "30")));
    const newOnes = puts.flat().filter((line) => line.startsWith("nouvelle"));
    expect(newOnes).toHaveLength(30);
    expect(new Set(puts.flat().map((line) => line.split(" ")[1])).size).toBe(30);

    const claimed = await Promise.all([1, 2].map(() => linesOf(projectId, "livrer")));
    expect(claimed.flat().sort()).toEqual(newOnes.map((line) => line.replace("nouvelle", "prise")).sort());
  });

  it("finds an entry among two thousand within the deadline of a call", async () => {
    const db = firestoreProject().openOne();
    const writer = db.bulkWriter();
    for (let i = 0; i < 2000; i++) {
      const receivedAt = afterNoon(i * 1000).toISOString();
      const content = {
        nom: `Léo ${i}`,
        email: "leo@exemple.ch",
        sujet: "Brisolée",
        message: "châtaignes ".repeat(60),
      };
      void writer.create(db.doc(`inbox/e${i}`), {
        ...{ type: "message", content, fingerprint: `e${i}`, receivedAt, mail: "envoye", attempts: 0 },
        ...{ nextAttempt: receivedAt, dueAt: null, reason: null, sentAt: receivedAt },
        ...{ handledAt: null, consentFormReceivedAt: null },
      });
    }
    await writer.close();
    const search = { type: "message", text: "chataignes leo 1999", filter: "nouveau", day: "2025-08-01" } as const;
    const { entries, total } = await createInbox(db).search(search, { start: 0, count: 50 });
    expect([total, entries[0]?.id]).toEqual([1, "e1999"]);
  });
});
