/**
 * What was deleted lately, in the collection `recycle-bin`, a document for each thing under its key; earlier states are
 * kept apart (histories.ts), so that the list does not read them.
 */
import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { EVENEMENT_FIELDS, type EvenementFields } from "#domain/evenement.ts";
import { MEMBRE_FIELDS, type MembreFields } from "#domain/membre.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { BinEntry, RecycleBin } from "#ports/recycle-bin.ts";
import { fieldsIn, personIn, pictureField } from "./document-fields.ts";
import { ask, change, documentNamed, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";
import { historyOf } from "./histories.ts";
import { entryIn, type Fields } from "./inbox/inbox-document.ts";

/** A document. `content` is the document that was deleted, with whatever the site does not know in it. */
type Binned = {
  kind: BinEntry["kind"];
  id: string;
  content: object;
  at: string;
  by: Person | null;
  pictures: readonly string[];
  /** Absent: not known. */
  picture?: string | null;
  /** By which a write whose answer was lost is recognised. */
  writeId: string;
};

/** @returns the fields of the document that stands for a deletion */
export const binFields = (
  { at, by, pictures, picture }: Deletion,
  what: Pick<Binned, "kind" | "id" | "content" | "writeId">,
): Binned => ({
  ...{ ...what, at: at.toISOString(), by: by && { id: by.id, name: by.name } },
  ...{ pictures: [...pictures], ...pictureField(picture) },
});

/** @returns whether a document of the bin is one of these kinds */
export const binnedAs = (binned: DocumentSnapshot, kinds: readonly BinEntry["kind"][]): boolean =>
  kinds.includes(binned.get("kind"));

/** @returns the document that was deleted */
export const contentIn = (binned: DocumentSnapshot): object => binned.get("content");

/** @returns the fields of a card of the bin, or of an earlier state of it */
export const cardIn = (kind: BinEntry["kind"], content: unknown): MembreFields | EvenementFields =>
  kind === "membre"
    ? fieldsIn<MembreFields>(MEMBRE_FIELDS, content)
    : fieldsIn<EvenementFields>(EVENEMENT_FIELDS, content);

/** @param binned one that exists */
export function readBinned(binned: DocumentSnapshot): BinEntry {
  const { kind, id, content, at, by, pictures } = binned.data() as Binned;
  const { picture = pictures.at(-1) } = binned.data() as Binned;
  const deletion: Deletion = { key: binned.id, at: new Date(at), by: personIn(by), pictures, picture };
  if (kind === "membre") return { ...deletion, kind, id, fields: fieldsIn<MembreFields>(MEMBRE_FIELDS, content) };
  if (kind === "evenement")
    return { ...deletion, kind, id, fields: fieldsIn<EvenementFields>(EVENEMENT_FIELDS, content) };
  return { ...deletion, kind, id, entry: entryIn(id, content as Fields) };
}

/**
 * Makes the recycle bin; the stores put things in and take them out.
 * @param db as `openFirestore` gave it
 */
export function createRecycleBin(db: Firestore): RecycleBin {
  const bin = db.collection(COLLECTIONS.bin);
  return {
    list: async () => (await ask(bin.orderBy("at", "desc").get())).docs.map(readBinned),

    async find(key) {
      const binned = await documentNamed(db, COLLECTIONS.bin, key);
      return binned && readBinned(binned);
    },

    async listPictures() {
      const cards = await ask(bin.where("kind", "in", ["membre", "evenement"]).select("pictures").get());
      return cards.docs.flatMap((one) => one.get("pictures") as Binned["pictures"]);
    },

    erase: (key) =>
      change(db, async (write) => {
        const binned = await documentNamed(db, COLLECTIONS.bin, key);
        if (!binned) return false;
        const trace = await traceOf(db, binned);
        await write((batch) => {
          remove(batch, binned);
          batch.delete(historyOf(db, ["bin", key]));
          if (trace) remove(batch, trace);
        });
        return true;
      }),
  };
}

/** @returns what still tells calendars of this very deletion */
async function traceOf(db: Firestore, binned: DocumentSnapshot): Promise<DocumentSnapshot | null> {
  if (!binnedAs(binned, ["evenement"])) return null;
  const trace = await documentNamed(db, COLLECTIONS.deleted, binned.get("id"));
  return trace?.get("updatedAt") === binned.get("at") ? trace : null;
}
