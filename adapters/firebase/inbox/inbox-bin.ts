/** How an entry goes into the recycle bin and comes back, each in one write. */
import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { ask, change, documentNamed, put, remove } from "#adapters/firebase/firestore-calls.ts";
import { COLLECTIONS } from "#adapters/firebase/firestore-fields.ts";
import { binFields, binnedAs, contentIn } from "#adapters/firebase/recycle-bin.ts";
import type { Inbox } from "#ports/inbox.ts";
import { entryOf, type Fields, fieldsOf } from "./inbox-document.ts";

/** @returns what says which entry has a content */
export const markerOf = (db: Firestore, fields: Fields): Promise<DocumentSnapshot> =>
  ask(db.collection(COLLECTIONS.fingerprints).doc(fields.fingerprint).get());

/** @param db as `openFirestore` gave it */
export const binning = (db: Firestore): Pick<Inbox, "moveToBin" | "restore"> => ({
  moveToBin(id, deletion) {
    const writeId = randomUUID();
    return change(db, async (write) => {
      const binned = await ask(db.collection(COLLECTIONS.bin).doc(deletion.key).get());
      if (binned.get("writeId") === writeId) return true;
      const entry = await entryOf(db, id);
      if (!entry) return false;
      const fields = fieldsOf(entry);
      const marker = await markerOf(db, fields);
      await write((batch) => {
        remove(batch, entry);
        batch.create(binned.ref, binFields(deletion, { kind: fields.type, id, content: fields, writeId }));
        if (marker.get("id") === id) remove(batch, marker);
      });
      return true;
    });
  },

  restore(key) {
    const writeId = randomUUID();
    let id: unknown;
    return change(db, async (write) => {
      const binned = await documentNamed(db, COLLECTIONS.bin, key);
      if (!binned || !binnedAs(binned, ["inscription", "message"]))
        return (await entryOf(db, id))?.get("writeId") === writeId;
      id = binned.get("id");
      const there = await entryOf(db, id);
      const fields = contentIn(binned) as Fields;
      const marker = await markerOf(db, fields);
      const last = await entryOf(db, marker.get("id"));
      await write((batch) => {
        remove(batch, binned);
        // Somebody has moved the site over from where it still was in the inbox.
        if (there) return;
        batch.create(db.collection(COLLECTIONS.inbox).doc(String(id)), { ...fields, writeId });
        if (!last || fieldsOf(last).receivedAt <= fields.receivedAt) put(batch, marker, { id });
      });
      return true;
    });
  },
});
