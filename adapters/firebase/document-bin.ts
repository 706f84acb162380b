/** How a card goes into the recycle bin and comes back, each in one write. */
import { randomUUID } from "node:crypto";
import type { Firestore } from "@google-cloud/firestore";
import { movedPictures } from "#domain/pictures/card-picture.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { type CardCollection, contentsOf, documentOf, placeFor, reservationOf } from "./card-collection.ts";
import { fieldsIn, pictureIn, versionOf } from "./document-fields.ts";
import { ask, change, documentNamed, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";
import { historyOf, moveStates, putStates, statesIn } from "./histories.ts";
import { binFields, binnedAs, contentIn, readBinned } from "./recycle-bin.ts";

export function binning<Fields, Document extends Stored<Fields>>(
  db: Firestore,
  collection: CardCollection<Fields, Document>,
): Pick<DocumentStore<Fields, Document>, "moveToBin" | "restore"> {
  const { name, kind, fieldNames, now, onCreation, onDeletion } = collection;
  return {
    moveToBin(id, version, deletion) {
      const writeId = randomUUID();
      return change(db, async (write) => {
        const binned = await ask(db.collection(COLLECTIONS.bin).doc(deletion.key).get());
        if (binned.get("writeId") === writeId) return "updated";
        const before = await documentNamed(db, name, id);
        if (!before) return "absent";
        if (versionOf(before) !== version) return "outdated";
        const [history, binHistory] = await histories(db, [name, id], deletion.key);
        const rest = await onDeletion?.(documentOf(collection, before), deletion.at);
        const content = before.data() ?? {};
        const picture = deletion.picture === undefined ? pictureIn(content) : deletion.picture;
        await write((batch) => {
          remove(batch, before);
          batch.delete(reservationOf(db, name, id));
          batch.create(binned.ref, binFields({ ...deletion, picture }, { kind, id, content, writeId }));
          moveStates(batch, history, binHistory);
          rest?.(batch);
        });
        return "updated";
      });
    },

    restore(key, id, by, moved) {
      const [writeId, at] = [randomUUID(), now()];
      return change(db, async (write) => {
        const binned = await documentNamed(db, COLLECTIONS.bin, key);
        const place = await placeFor(db, name, id, writeId);
        if (place === "mine") return "restored";
        if (!binned || !binnedAs(binned, [kind])) return "absent";
        if (place === "taken") return "taken";
        const before = contentIn(binned);
        const fields = fieldsIn<Fields>(fieldNames, before);
        const [history, binHistory] = await histories(db, [name, id], key);
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
    },
  };
}

/** @returns the earlier states of a card, and those of an entry of the bin, there or not */
const histories = (db: Firestore, card: Parameters<typeof historyOf>[1], key: string) =>
  Promise.all([ask(historyOf(db, card).get()), ask(historyOf(db, ["bin", key]).get())]);
