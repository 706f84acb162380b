import { expect, it } from "vitest";
import { createDocuments } from "#adapters/firestore/documents.ts";
import { inDocument } from "#stores/card-document.ts";
import { createCommittee, MEMBER_NAMES } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { MEMBRES } from "#tests/contracts/stores/samples.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { aDeletion, moveCard } from "./deletions.ts";
import { firestoreBin } from "./firestore-bin.ts";
import { recycleBinContract } from "./recycle-bin.contract.ts";

const ANA = { id: "account-of-ana", name: "Ana" };
const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);
const { example } = MEMBRES;

const message = (text: string) =>
  ({ type: "message", content: { name: "Léo", email: "leo@exemple.ch", subject: "Salut", message: text } }) as const;

describeHosted("the recycle bin of a hosted site", () => {
  recycleBinContract("the recycle bin in Firestore", firestoreBin);

  it("brings back what an older site wrote, with what the site does not know of", async () => {
    const db = firestoreProject().openOne();
    const members = createCommittee(createDocuments(db));
    await db
      .doc("membres/A")
      .set({ ...inDocument(MEMBER_NAMES, example), Telephone: "0791234567", Amis: [{ "a.b": 1 }] });
    const key = await moveCard(members, "A");
    expect(await createRecycleBin(createDocuments(db)).find(key)).toMatchObject({
      kind: "membre",
      id: "A",
      fields: example,
    });
    expect(await members.restore(key, "A", ANA)).toBe("restored");
    expect((await db.doc("membres/A").get()).data()).toMatchObject({ Telephone: "0791234567", Amis: [{ "a.b": 1 }] });
    expect(await members.get("A")).toMatchObject({ ...example, updatedBy: ANA });
  });

  it("gives the identifier away, and takes it again in whatever case", async () => {
    const db = firestoreProject().openOne();
    const members = createCommittee(createDocuments(db));
    await members.create("Ana", example);
    const key = await moveCard(members, "Ana");
    expect((await db.collection("keys").get()).size).toBe(0);
    expect(await members.restore(key, "Ana", null)).toBe("restored");
    expect(await members.create("ANA", example)).toBe("taken");
    expect((await db.collection("recycle-bin").get()).size).toBe(0);
  });

  it("is brought back from by one of two instances only, whatever they call it", async () => {
    const { openOne } = firestoreProject();
    const [here, there] = [createCommittee(createDocuments(openOne())), createCommittee(createDocuments(openOne()))];
    for (let round = 0; round < 5; round++) {
      await here.create("A", example);
      const key = await moveCard(here, "A");
      const outcomes = await Promise.all([here.restore(key, "A", ANA), there.restore(key, "A-2", ANA)]);
      expect(outcomes.toSorted()).toEqual(["absent", "restored"]);
      const [one, ...others] = await here.list();
      expect(others).toEqual([]);
      const erased = await moveCard(here, one?.id ?? "");
      expect(await createRecycleBin(createDocuments(openOne())).erase(erased)).not.toBeNull();
    }
  });

  it("has what two instances delete at once only once", async () => {
    const { openOne } = firestoreProject();
    const [here, there] = [createEvents(createDocuments(openOne())), createEvents(createDocuments(openOne()))];
    await here.create("A", anEvent());
    const version = (await here.get("A"))?.version ?? "";
    const outcomes = await Promise.all([here, there].map((store) => store.moveToBin("A", version, aDeletion())));
    expect(outcomes.toSorted()).toEqual(["absent", "updated"]);
    expect(await createRecycleBin(createDocuments(openOne())).list()).toHaveLength(1);
  });

  it("still knows a second click on a message that came back, unless a newer one has its content", async () => {
    const db = firestoreProject().openOne();
    const [inbox, deletion] = [createInbox(createDocuments(db)), aDeletion()];
    const { entry } = await inbox.add(message("Bonjour"), NOON);
    await inbox.moveToBin(entry.id, deletion);
    expect((await db.collection("inbox-fingerprints").get()).size).toBe(0);
    expect(await inbox.restore(deletion.key)).toBe(true);
    expect(await inbox.add(message("Bonjour"), afterNoon(1000))).toMatchObject({
      isNew: false,
      entry: { id: entry.id },
    });

    const again = aDeletion();
    await inbox.moveToBin(entry.id, again);
    const newer = await inbox.add(message("Bonjour"), afterNoon(2000));
    expect(newer.isNew).toBe(true);
    expect(await inbox.restore(again.key)).toBe(true);
    expect(await inbox.add(message("Bonjour"), afterNoon(3000))).toMatchObject({ entry: { id: newer.entry.id } });
  });

  it("leaves a message alone that was moved over while it still was in the inbox", async () => {
    const db = firestoreProject().openOne();
    const [inbox, deletion] = [createInbox(createDocuments(db)), aDeletion()];
    const { entry } = await inbox.add(message("Bonjour"), NOON);
    const before = (await db.doc(`inbox/${entry.id}`).get()).data() ?? {};
    await inbox.moveToBin(entry.id, deletion);
    await db.doc(`inbox/${entry.id}`).set({ ...before, handledAt: NOON.toISOString() });
    expect(await inbox.restore(deletion.key)).toBe(true);
    expect((await inbox.get(entry.id))?.handledAt).toEqual(NOON);
    expect(await createRecycleBin(createDocuments(db)).list()).toEqual([]);
  });

  it("leaves no content in any document of what was erased for good, nor of its earlier states and its trace", async () => {
    const db = firestoreProject().openOne();
    const events = createEvents(createDocuments(db));
    await events.create("A", anEvent({ name: "Bal" }), ANA);
    const version = async () => (await events.get("A"))?.version ?? "";
    await events.update("A", anEvent({ name: "Grand bal" }), await version(), null);
    const key = await moveCard(events, "A");
    expect(await createRecycleBin(createDocuments(db)).erase(key)).not.toBeNull();
    expect(await createRecycleBin(createDocuments(db)).erase(key)).toBeNull();
    const collections = await Promise.all((await db.listCollections()).map((collection) => collection.get()));
    const left = collections.flatMap(({ docs }) => docs).map((document) => [document.ref.path, document.data()]);
    expect(left.length).toBeGreaterThan(0);
    expect(JSON.stringify(left)).not.toMatch(/bal|evenements|Fête/i);
  });

  it("leaves the trace of a later deletion under the same identifier to calendars", async () => {
    const db = firestoreProject().openOne();
    const events = createEvents(createDocuments(db));
    await events.create("A", anEvent());
    const first = await moveCard(events, "A", { at: NOON });
    await events.create("A", anEvent({ month: "2025-09" }));
    await moveCard(events, "A", { at: afterNoon(1) });
    await createRecycleBin(createDocuments(db)).erase(first);
    expect(await events.listDeleted(NOON)).toMatchObject([{ id: "A", month: "2025-09" }]);
  });

  it("lists a thousand things within the deadline of a call", async () => {
    const db = firestoreProject().openOne();
    const writer = db.bulkWriter();
    for (let i = 0; i < 1000; i++)
      void writer.create(db.doc(`journal/k${i}`), {
        ...{ action: "deleted", kind: "membre", subject: `s${i}`, person: "", name: "" },
        ...{ at: afterNoon(i * 1000).toISOString(), orderBin: afterNoon(i * 1000).toISOString() },
        before: JSON.stringify({ id: `A${i}`, content: example }),
      });
    await writer.close();
    const list = await createRecycleBin(createDocuments(db)).list();
    expect(list.map(({ key }) => key)).toEqual(Array.from({ length: 1000 }, (_, i) => `k${999 - i}`));
  });
});
