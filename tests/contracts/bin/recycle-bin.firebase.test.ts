import { expect, it } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { createCommitteeStore } from "#stores/committee.ts";
import { DOCUMENT_KINDS } from "#stores/kinds.ts";
import { createRecycleBinStore } from "#stores/recycle-bin.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { SAMPLE_COMMITTEE } from "#tests/contracts/stores/samples.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { BOB, moveCard } from "./deletions.ts";

describeHosted("the recycle bin of a hosted site", () => {
  it("restores the unknown fields of an older site’s document", async () => {
    const db = firestoreProject().openOne();
    const members = createCommitteeStore(createFirestoreDocuments(db));
    const unknown = { Telephone: "0791234567", Amis: [{ "a.b": 1 }] };
    await db.doc("membres/A").set({ ...DOCUMENT_KINDS.membre.write(SAMPLE_COMMITTEE.example), ...unknown });
    const key = await moveCard(members, "A");
    const found = await createRecycleBinStore(createFirestoreDocuments(db)).find(key);
    expect(found).toMatchObject({ kind: "membre", id: "A", fields: SAMPLE_COMMITTEE.example });
    expect(await members.restore(key, "A", BOB)).toBe("restored");
    expect((await db.doc("membres/A").get()).data()).toMatchObject(unknown);
    expect(await members.get("A")).toMatchObject({ ...SAMPLE_COMMITTEE.example, updatedBy: BOB });
  });

  it("lists a thousand entries within the deadline of a call", async () => {
    const db = firestoreProject().openOne();
    const writer = db.bulkWriter();
    for (let i = 0; i < 1000; i++) {
      const at = new Date(1_754_000_000_000 + i * 1000).toISOString();
      const before = JSON.stringify({ id: `A${i}`, content: SAMPLE_COMMITTEE.example });
      const line = { action: "deleted", kind: "membre", subject: `s${i}`, person: "", name: "", at, orderBin: at };
      void writer.create(db.doc(`journal/k${i}`), { ...line, before });
    }
    await writer.close();
    const list = await createRecycleBinStore(createFirestoreDocuments(db)).list();
    expect(list.map(({ key }) => key)).toEqual(Array.from({ length: 1000 }, (_, i) => `k${999 - i}`));
  });
});
