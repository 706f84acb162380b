import { expect, it, vi } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import type { Submission } from "#domain/submission.ts";
import { STORE_DEADLINE_MS } from "#ports/store-unavailable.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createJournalStore } from "#stores/journal.ts";
import { createMailStore } from "#stores/mails.ts";
import { createHealthCheck } from "#stores/site-state.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { openLine } from "#tests/emulators/cut-line.ts";
import { describeHosted, EMULATOR_ENV } from "#tests/emulators/hosted.ts";
import { refusingFirestore } from "#tests/emulators/refusing-firestore.ts";

const NOON = new Date("2025-08-01T12:00:00.000Z");
const ana = { firstName: "Ana", lastName: "Dupont", role: "Membre", displayedRole: "" };
const SUBMISSION = {
  type: "message",
  content: { name: "Léo", email: "leo@exemple.ch", subject: "Salut", message: "Bonjour" },
} satisfies Submission;

/** Maximum time of a call: less than the 40 s to 10 min for which Google's library retries, enough for a slow machine. */
const GENEROUS_DELAY_MS = 12_000;

const PATIENCE = { timeout: 20_000, interval: 10 };

/** @returns stores behind a connection that can be cut, and another connection to the same project that cannot */
async function site() {
  const line = await openLine(EMULATOR_ENV.FIRESTORE_EMULATOR_HOST ?? "");
  const { openOne } = firestoreProject();
  const db = openOne(line.address);
  const documents = createFirestoreDocuments(db);
  const [members, inbox, journal] = [
    createCommitteeStore(documents),
    createInboxStore(documents),
    createJournalStore(documents),
  ];
  const mails = createMailStore(documents);
  await vi.waitFor(() => members.create("DupontMembre", ana), PATIENCE);
  const version = (await members.get("DupontMembre"))?.version ?? "";
  const { entry } = await inbox.add(SUBMISSION, NOON);
  // Each kind of access: all stores use the same documents.
  const calls: Record<string, () => Promise<unknown>> = {
    list: () => members.list(),
    get: () => members.get("DupontMembre"),
    create: () => members.create("VaroneMembre", ana),
    update: () => members.update("DupontMembre", ana, version),
    moveToBin: () => members.moveToBin("DupontMembre", version, aDeletion()),
    add: () => inbox.add({ ...SUBMISSION, content: { ...SUBMISSION.content, subject: "Autre" } }, NOON),
    count: () => inbox.count("message"),
    leaseDue: () => mails.leaseDue(NOON, 60_000),
    binEntry: () => inbox.moveToBin([entry.id], aDeletion()),
    journal: () => journal.list({}, { start: 0, count: 50 }),
    purgeJournal: () => journal.purge(new Date()),
  };
  const isHealthy = createHealthCheck(createFirestoreDocuments(db), { waitMs: STORE_DEADLINE_MS });
  return { line, db, elsewhere: openOne(), members, calls, isHealthy };
}

describeHosted("an outage of Firestore", () => {
  it.each(["cut", "freeze"] as const)(
    "makes every call fail within the deadline, without names in the errors, and ends without a restart (%s)",
    async (error) => {
      const { line, calls, db, members, elsewhere, isHealthy } = await site();
      line[error]();
      // The library alone would repeat a write until it succeeds, long after the site has reported a failure.
      const cookies = Promise.all([1, 2, 3, 4, 5].map((n) => db.doc(`temoins/${n}`).create({})));
      const start = performance.now();
      const issues = await Promise.allSettled(Object.values(calls).map((call) => call()));
      expect(performance.now() - start).toBeLessThan(GENEROUS_DELAY_MS);
      const accepted = Object.keys(calls).filter((_, i) => issues[i]?.status === "fulfilled");
      expect(accepted).toEqual([]);
      for (const outcome of issues)
        expect(String((outcome as PromiseRejectedResult).reason?.stack)).not.toMatch(/Dupont|Varone|leo@|anne@/);
      expect(await isHealthy()).toBe(false);

      line.restore();
      await vi.waitFor(() => members.list(), PATIENCE);
      expect(await isHealthy()).toBe(true);
      await cookies;
      expect((await createCommitteeStore(createFirestoreDocuments(elsewhere)).list()).map(({ id }) => id)).toEqual([
        "DupontMembre",
      ]);
      for (const collection of ["inbox", "mails", "fingerprints"])
        expect((await elsewhere.collection(collection).get()).size, collection).toBe(1);
      // A member was added.
      expect((await elsewhere.collection("journal").get()).size).toBe(1);
    },
  );

  it.each([
    ["create", "membres/VaroneMembre", "created"],
    ["update", "membres/DupontMembre", "updated"],
    ["moveToBin", "membres", "updated"],
    ["binEntry", "inbox", [expect.any(String)]],
    ["add", "inbox", expect.objectContaining({ isNew: true })],
  ])("does not hide a committed write whose answer was lost (%s)", async (nom, position, outcome) => {
    const { line, elsewhere, calls } = await site();
    const state = async () => {
      const stored = position.includes("/")
        ? [await elsewhere.doc(position).get()]
        : (await elsewhere.collection(position).get()).docs;
      return stored.map(({ updateTime }) => updateTime?.valueOf()).join();
    };
    const before = await state();
    line.delay(500);
    const call = calls[nom]?.();
    await vi.waitFor(async () => expect(await state()).not.toBe(before), PATIENCE);
    line.restore();
    expect(await call).toEqual(outcome);
  });

  it("puts no name in the error when Firestore refuses a document", async () => {
    const members = createCommitteeStore(createFirestoreDocuments(firestoreProject().openOne()));
    const huge = { ...ana, lastName: "x".repeat(2_000_000) };
    const refusal = await members.create("DupontMembre", huge).catch((error: unknown) => error as Error);
    expect(String(refusal)).toBe("FirestoreFault: Firestore answered INVALID_ARGUMENT.");
  });

  it.each(["PERMISSION_DENIED", "UNAUTHENTICATED", "NOT_FOUND"] as const)(
    "throws %s immediately, without a retry",
    async (refusal) => {
      const { address, calls } = await refusingFirestore(refusal);
      const members = createCommitteeStore(createFirestoreDocuments(firestoreProject().openOne(address)));
      await members.list().catch(() => {});
      calls.length = 0;
      const began = performance.now();
      for (const call of [() => members.list(), () => members.get("DupontMembre")])
        await expect(call()).rejects.toMatchObject({ name: "FirestoreFault", code: refusal });
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(calls).toEqual(["RunQuery", "BatchGetDocuments"]);
    },
  );
});
