/** What the collections `membres` and `evenements` have in common; document-bin.ts has their way into the recycle bin and back. */
import { randomUUID } from "node:crypto";
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { statesAfter } from "#domain/history.ts";
import { pictureAfter } from "#domain/pictures/card-picture.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentStore } from "#ports/document-store.ts";
import { type CardCollection, contentsOf, documentOf, placeFor } from "./card-collection.ts";
import { binning } from "./document-bin.ts";
import { fieldsIn, versionOf } from "./document-fields.ts";
import { ask, change, documentNamed, put } from "./firestore-calls.ts";
import { historyOf, pruneHistories, putStates, statesIn } from "./histories.ts";

/**
 * Makes the store of one collection. Every write names what it wants to find, and leaves a mark of its own
 * (`writeId`): a write whose answer was lost is recognised when it is tried again, and one that changes no field
 * changes the version all the same.
 * @param db as `openFirestore` gave it
 */
export const createDocumentStore = <Fields extends Record<keyof Fields, string>, Document extends Stored<Fields>>(
  db: Firestore,
  collection: CardCollection<Fields, Document>,
): DocumentStore<Fields, Document> => ({
  ...reading(db, collection),
  ...writing(db, collection),
  ...binning(db, collection),
  pruneStates: (now) => pruneHistories(db, now),
});

function reading<Fields, Document extends Stored<Fields>>(
  db: Firestore,
  collection: CardCollection<Fields, Document>,
): Pick<DocumentStore<Fields, Document>, "list" | "get" | "listStates"> {
  const { name, fieldNames } = collection;
  const toDocument = (snapshot: DocumentSnapshot): Document => documentOf(collection, snapshot);
  return {
    list: async () => (await ask(db.collection(name).get())).docs.map(toDocument),

    async get(id) {
      const snapshot = await documentNamed(db, name, id);
      return snapshot && toDocument(snapshot);
    },

    async listStates(id) {
      if (!(await documentNamed(db, name, id))) return [];
      const history = await ask(historyOf(db, [name, id]).get());
      return statesIn(history, (content) => fieldsIn<Fields>(fieldNames, content));
    },
  };
}

function writing<Fields, Document extends Stored<Fields>>(
  db: Firestore,
  collection: CardCollection<Fields, Document>,
): Pick<DocumentStore<Fields, Document>, "create" | "update"> {
  const { name, fieldNames, now, onCreation } = collection;
  return {
    create(id, fields, by = null, picture) {
      const [writeId, at] = [randomUUID(), now()];
      return change(db, async (write) => {
        const place = await placeFor(db, name, id, writeId);
        if (place === "mine") return "created";
        if (place === "taken") return "taken";
        const content = await contentsOf(collection, id, fields, { at, by, writeId, picture }, { isNew: true });
        await write((batch) => {
          batch.create(db.collection(name).doc(id), content);
          put(batch, place, { id });
          // Of a document that somebody deleted without this site, under the same identifier.
          batch.delete(historyOf(db, [name, id]));
          onCreation?.(batch, id);
        });
        return "created";
      });
    },

    update(id, fields, version, by = null, picture) {
      const [writeId, at] = [randomUUID(), now()];
      return change(db, async (write) => {
        const found = await documentNamed(db, name, id);
        if (!found) return "absent";
        if (found.get("writeId") === writeId) return "updated";
        if (versionOf(found) !== version) return "outdated";
        const history = await ask(historyOf(db, [name, id]).get());
        const before = documentOf(collection, found);
        const [was, is] = pictureAfter(before.picture, picture);
        const note = { at, by, writeId, picture: is.picture };
        const content = await contentsOf(collection, id, fields, note, { before, isNew: false });
        const states = statesAfter(
          statesIn(history, (state) => fieldsIn<Fields>(fieldNames, state)),
          {
            before: {
              content: fieldsIn<Fields>(fieldNames, before),
              at: before.updatedAt,
              by: before.updatedBy,
              ...was,
            },
            after: { content: fieldsIn<Fields>(fieldNames, fields), ...is },
            ...{ by, at },
          },
        );
        await write((batch) => {
          put(batch, found, content);
          putStates(batch, history, states);
        });
        return "updated";
      });
    },
  };
}
