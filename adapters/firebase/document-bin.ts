/** How a card goes into the recycle bin and comes back, each in one write. */
import { randomUUID } from "node:crypto";
import type { Firestore } from "@google-cloud/firestore";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Restored, Updated } from "#domain/stored.ts";
import { type CardCollection, contentsOf, documentOf, placeFor, reservationOf } from "./card-collection.ts";
import { fieldsIn } from "./document-fields.ts";
import { ask, change, documentNamed, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";
import { historyOf, moveStates } from "./histories.ts";
import { binFields, binnedAs, contentIn } from "./recycle-bin.ts";
import { versionOf } from "./version.ts";

/** The contract is that of `DocumentStore`. */
export function moveToBin<Fields, Document>(
  db: Firestore,
  collection: CardCollection<Fields, Document>,
  id: string,
  version: string,
  deletion: Deletion,
): Promise<Updated> {
  const { name, kind, onDeletion } = collection;
  const writeId = randomUUID();
  return change(db, async (write) => {
    const binned = await ask(db.collection(COLLECTIONS.bin).doc(deletion.key).get());
    if (binned.get("writeId") === writeId) return "updated";
    const before = await documentNamed(db, name, id);
    if (!before) return "absent";
    if (versionOf(before) !== version) return "outdated";
    const [history, binHistory] = await ask(db.getAll(historyOf(db, [name, id]), historyOf(db, ["bin", deletion.key])));
    const rest = await onDeletion?.(documentOf(collection, before), deletion.at);
    await write((batch) => {
      remove(batch, before);
      batch.delete(reservationOf(db, name, id));
      batch.create(binned.ref, binFields(deletion, { kind, id, content: before.data() ?? {}, writeId }));
      if (history && binHistory) moveStates(batch, history, binHistory);
      rest?.(batch);
    });
    return "updated";
  });
}

/** The contract is that of `DocumentStore`. */
export function restore<Fields, Document>(
  db: Firestore,
  collection: CardCollection<Fields, Document>,
  { key, id, by, pictures }: { key: string; id: string; by: Person | null; pictures: readonly string[] },
): Promise<Restored> {
  const { name, kind, fieldNames, now, onCreation } = collection;
  const [writeId, at] = [randomUUID(), now()];
  return change(db, async (write) => {
    const binned = await documentNamed(db, COLLECTIONS.bin, key);
    const place = await placeFor(db, name, id, writeId);
    if (place === "mine") return "restored";
    if (!binned || !binnedAs(binned, [kind])) return "absent";
    if (place === "taken") return "taken";
    const before = contentIn(binned);
    const fields = fieldsIn<Fields>(fieldNames, before);
    const content = await contentsOf(collection, id, fields, { at, by, writeId }, { before, isNew: true });
    const [history, binHistory] = await ask(db.getAll(historyOf(db, [name, id]), historyOf(db, ["bin", key])));
    await write((batch) => {
      // What the site does not know comes back as well.
      batch.create(db.collection(name).doc(id), { ...before, ...content, pictures });
      put(batch, place, { id });
      remove(batch, binned);
      if (history && binHistory) moveStates(batch, binHistory, history);
      onCreation?.(batch, id);
    });
    return "restored";
  });
}
