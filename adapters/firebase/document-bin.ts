/** How a card goes into the recycle bin and comes back, each in one write. */
import { randomUUID } from "node:crypto";
import type { Firestore } from "@google-cloud/firestore";
import type { Person } from "#domain/person.ts";
import { movedPictures } from "#domain/pictures/card-picture.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { Restored, Updated } from "#domain/stored.ts";
import { type CardCollection, contentsOf, documentOf, placeFor, reservationOf } from "./card-collection.ts";
import { fieldsIn, pictureIn } from "./document-fields.ts";
import { ask, change, documentNamed, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";
import { historyOf, moveStates, putStates, statesIn } from "./histories.ts";
import { binFields, binnedAs, contentIn, readBinned } from "./recycle-bin.ts";
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
      const picture = deletion.picture === undefined ? pictureIn(before.data()) : deletion.picture;
      batch.create(
        binned.ref,
        binFields({ ...deletion, picture }, { kind, id, content: before.data() ?? {}, writeId }),
      );
      if (history && binHistory) moveStates(batch, history, binHistory);
      rest?.(batch);
    });
    return "updated";
  });
}

type Restoration = {
  key: string;
  id: string;
  by: Person | null;
  moved: ReadonlyMap<string, string> | undefined;
};

/** The contract is that of `DocumentStore`. */
export function restore<Fields, Document>(
  db: Firestore,
  collection: CardCollection<Fields, Document>,
  { key, id, by, moved }: Restoration,
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
    const [history, binHistory] = await ask(db.getAll(historyOf(db, [name, id]), historyOf(db, ["bin", key])));
    if (!history || !binHistory) throw new Error("unreachable: a document that is not there is told of as well");
    const earlier = statesIn(binHistory, (state) => fieldsIn<Fields>(fieldNames, state));
    const { picture, states } = movedPictures({ picture: readBinned(binned).picture, states: earlier }, moved);
    const note = { at, by, writeId, picture };
    const content = await contentsOf(collection, id, fields, note, { before, isNew: true });
    await write((batch) => {
      // What the site does not know comes back as well.
      batch.create(db.collection(name).doc(id), { ...before, ...content });
      put(batch, place, { id });
      remove(batch, binned);
      if (binHistory.exists) remove(batch, binHistory);
      putStates(batch, history, states);
      onCreation?.(batch, id);
    });
    return "restored";
  });
}
