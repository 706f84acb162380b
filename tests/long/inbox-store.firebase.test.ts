import { expect, it } from "vitest";
import { createInboxStore } from "#stores/inbox.ts";
import { newInboxFields } from "#stores/inbox-document.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { aDeletion } from "#tests/contracts/bin/deletions.ts";
import { firestoreDocuments } from "#tests/contracts/documents/firestore-place.ts";
import { inboxAndMails, inboxContract, inboxDeskContract } from "#tests/contracts/inbox/inbox.contract.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";

const NOON = new Date("2025-08-01T12:00:00.000Z");
const afterNoon = (ms: number) => new Date(NOON.getTime() + ms);

const message = (text: string) =>
  ({ type: "message", content: { name: "Léo", email: "leo@exemple.ch", subject: "Salut", message: text } }) as const;

describeHosted("stores in Firestore", () => {
  const make = async () => {
    const { openOne } = firestoreDocuments();
    return async () => inboxAndMails(openOne());
  };
  inboxContract("the inbox in Firestore", make);
  inboxDeskContract("the inbox in Firestore", make);

  it("leaves no content of an entry in any document once it is erased or purged", async () => {
    const { openOne, db } = firestoreDocuments();
    const documents = openOne();
    const inbox = createInboxStore(documents);
    const erased = await inbox.add(message("Unique-1"), NOON);
    const handled = await inbox.add(message("Unique-2"), NOON);
    await inbox.setHandled([handled.entry.id], NOON);
    await inbox.moveToBin([erased.entry.id], aDeletion());
    expect(await inbox.moveExpiredToBin("message", afterNoon(1), NOON)).toBe(1);
    const bin = createRecycleBinStore(documents);
    for (const { key } of await bin.list()) expect(await bin.erase(key)).toEqual([]);
    const collections = await db.listCollections();
    expect(collections.map(({ id }) => id)).toEqual(["journal"]);
    const { docs } = await db.collection("journal").get();
    expect(JSON.stringify(docs.map((one) => one.data()))).not.toMatch(/unique|leo@|Léo/i);
  });

  it("finds an entry among two thousand within the deadline of a call", async () => {
    const { openOne, db } = firestoreDocuments();
    const writer = db.bulkWriter();
    for (let i = 0; i < 2000; i++) {
      const { content } = message("châtaignes ".repeat(60));
      const fields = newInboxFields(
        { type: "message", content: { ...content, name: `Léo ${i}` } },
        afterNoon(i * 1000),
      );
      void writer.create(db.doc(`inbox/e${i}`), fields);
    }
    await writer.close();
    const search = { type: "message", text: "chataignes leo 1999", filter: "nouveau", day: "2025-08-01" } as const;
    const { entries, total } = await createInboxStore(openOne()).search(search, { start: 0, count: 50 });
    expect([total, entries[0]?.id]).toEqual([1, "e1999"]);
  });
});
