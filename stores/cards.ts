/** Committee members and events, in the format of the older Firebase site. A card is one of the two. */

import type { StoredRevision } from "#domain/history.ts";
import { idCandidates, identifierKey } from "#domain/identifiers.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Author, Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange, PictureReference, RestoreOutcome, Stored, UpdateOutcome } from "#domain/stored.ts";
import {
  type DocumentContent,
  type Documents,
  isDocumentId,
  type StoredDocument,
  type Transaction,
} from "#ports/documents.ts";
import { mapInSlices, yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import type { DocumentKind } from "./kinds.ts";
import {
  bringBack,
  currentFromDocument,
  listRevisions,
  moveToBin,
  readForBringBack,
  readForChange,
  readForMoveToBin,
  writeChange,
} from "./revisions.ts";

/**
 * The collections `membres` and `evenements` (docs/specification.md section 7, document database). Methods throw if the
 * store is unavailable. Each write is a durable transaction. `by`: the user; null if unknown. `version`: as read by the
 * caller. `outdated`: the version has changed. `picture`: null removes the picture, undefined keeps it.
 */
export interface CardStore<Fields, Document extends Stored<Fields> = Stored<Fields>> {
  /** @returns all documents, in no particular order */
  list(): Promise<Document[]>;
  get(id: string): Promise<Document | null>;
  /**
   * @param copyOf `subject` of the card of which this card is a copy (`CardRules.readCopies`)
   * @returns `taken` if the id exists, ignoring case and Unicode composition
   */
  create(
    id: string,
    fields: Fields,
    by?: Person | null,
    picture?: PictureReference,
    copyOf?: string,
  ): Promise<"created" | "taken">;
  /**
   * Creates cards in one transaction. Skips a card whose key an existing card or an earlier card of the list has.
   * @returns for each card its id, or null if it was not created
   */
  createMissing(cards: readonly Fields[], rules: NewCards<Fields>, by: Person | null): Promise<(string | null)[]>;
  /** Replaces the fields and records a revision. `absent`: the card or the new picture was deleted. */
  update(
    id: string,
    fields: Fields,
    version: string,
    by?: Person | null,
    picture?: PictureChange,
    action?: JournalAction,
  ): Promise<UpdateOutcome>;
  /** @returns the revisions, newest first. A missing field is empty. */
  listRevisions(id: string): Promise<StoredRevision<Fields>[]>;
  moveToBin(id: string, version: string, deletion: Deletion): Promise<UpdateOutcome>;
  /** Restores the recycle bin's entry `key` as the card `id`, with revisions and picture. */
  restore(key: string, id: string, by: Person | null): Promise<RestoreOutcome>;
}

export type NewCards<Fields> = {
  /** Proposed id. If it is taken, the id gets a number. */
  readonly idOf: (fields: Fields) => string;
  /** Cards with the same key are one card. */
  readonly keyOf: (fields: Fields) => string;
};

/** Describes a kind of cards, in addition to `DocumentKind`. */
export type CardRules<Fields, Card extends Stored<Fields>> = {
  readonly now: () => Date;
  readonly read: (card: Stored<Fields>, document: StoredDocument) => Card;
  /** Further fields to store. `before`: null for a new card. */
  readonly fieldsOfWrite?: (
    before: Pick<StoredDocument, "content" | "changedAt"> | null,
    trace: StoredDocument | null,
    at: Date,
  ) => DocumentContent;
  /** Collection with a record for each deleted card, under the card's id. Absent: deletions leave no record. */
  readonly deletionRecords?: string;
  readonly deletionRecordOf?: (card: Card, at: Date) => DocumentContent | null;
  /** Reads the documents of a card that its copy gets too, such as slots. @returns a function that writes them for the copy */
  readonly readCopies?: (
    transaction: Transaction,
    copyOf: string,
  ) => Promise<(subject: string, author: Author) => Promise<unknown>>;
};

export function createCardStore<Fields extends Record<keyof Fields, string>, Card extends Stored<Fields>>(
  documents: Documents,
  kind: DocumentKind<Fields>,
  rules: CardRules<Fields, Card>,
): CardStore<Fields, Card> {
  const { now, deletionRecords, fieldsOfWrite } = rules;
  const collections: CardCollections = { collection: kind.collection, deletionRecords };
  const cardFromDocument = (document: StoredDocument): Card => {
    const { fields, subjectId: subject, ...current } = currentFromDocument(kind, document.id, document);
    return rules.read({ ...fields, id: document.id, ...current, subject }, document);
  };
  return {
    list: async () => (await documents.query(kind.collection)).map(cardFromDocument),

    async get(id) {
      const document = await documents.get(kind.collection, id);
      return document && cardFromDocument(document);
    },

    listRevisions: (id) => listRevisions(documents, kind, id),

    create: (id, fields, by = null, picture, copyOf) =>
      documents.transaction(async (transaction) => {
        const availableId = await findAvailableCardId(transaction, collections, id);
        if (!availableId) return "taken";
        const change = picture === undefined ? undefined : { was: null, is: picture };
        const read = await readForChange(transaction, kind, id, { version: null, picture: change });
        const writeCopies = copyOf === undefined ? undefined : await rules.readCopies?.(transaction, copyOf);
        const at = now();
        const more = fieldsOfWrite?.(null, availableId.deletionRecord, at) ?? {};
        const subject = writeChange(transaction, kind, read, { fields, more, by, at, action: "added" });
        await writeCopies?.(subject, { by, at });
        reserveCardId(transaction, collections, id, availableId);
        return "created";
      }),

    createMissing: (cards, { idOf, keyOf }, by) =>
      documents.transaction(async (transaction) => {
        const stored = (await transaction.query(kind.collection)).map(cardFromDocument);
        const [keys, ids] = [new Set(stored.map(keyOf)), new Set(stored.map(({ id }) => identifierKey(id)))];
        const plans = cards.map((fields) => {
          if (keys.has(keyOf(fields))) return null;
          keys.add(keyOf(fields));
          const id = firstAvailable(idOf(fields), ids);
          ids.add(identifierKey(id));
          return { id, fields };
        });
        const reads = await mapInSlices(plans, async (plan) => {
          if (!plan) return null;
          const availableId = await readReservedId(transaction, collections, plan.id);
          return { ...plan, availableId, read: await readForChange(transaction, kind, plan.id, { version: null }) };
        });
        const at = now();
        for (const plan of reads) {
          if (!plan) continue;
          await yieldToEventLoop();
          const more = fieldsOfWrite?.(null, plan.availableId.deletionRecord, at) ?? {};
          writeChange(transaction, kind, plan.read, { fields: plan.fields, more, by, at, action: "added" });
          reserveCardId(transaction, collections, plan.id, plan.availableId);
        }
        return plans.map((plan) => plan?.id ?? null);
      }),

    update: (id, fields, version, by = null, picture, action = "changed") =>
      documents.transaction(
        async (transaction) => {
          const read = await readForChange(transaction, kind, id, { version, picture });
          const { document, isOutdated, reserved } = read;
          if (!document) return "absent";
          if (isOutdated) return "outdated";
          if (reserved.isGone) return "absent";
          const at = now();
          const more = fieldsOfWrite?.(document, null, at) ?? {};
          writeChange(transaction, kind, read, { fields, more, by, at, action });
          return "updated";
        },
        { erases: true },
      ),

    moveToBin: (id, version, deletion) =>
      documents.transaction(
        async (transaction) => {
          const read = await readForMoveToBin(transaction, kind, id, deletion.picture);
          if (!read) return "absent";
          if (read.document.version !== version) return "outdated";
          const release = await readCardIdReservation(transaction, collections, id);
          await readDeletionRecord(transaction, collections, id);
          moveToBin(transaction, kind, read, deletion);
          release();
          const left = rules.deletionRecordOf?.(cardFromDocument(read.document), deletion.at);
          if (deletionRecords && left) transaction.put(deletionRecords, id, left);
          return "updated";
        },
        { erases: true },
      ),

    restore: (key, id, by) =>
      documents.transaction(
        async (transaction) => {
          const deleted = await readForBringBack(transaction, kind, key);
          if (!deleted) return "absent";
          const availableId = await findAvailableCardId(transaction, collections, id);
          if (!availableId) return "taken";
          const at = now();
          const more =
            fieldsOfWrite?.({ content: deleted.content, changedAt: at }, availableId.deletionRecord, at) ?? {};
          bringBack(transaction, kind, deleted, { id, more, by, at });
          reserveCardId(transaction, collections, id, availableId);
          return "restored";
        },
        { erases: true },
      ),
  };
}

/** A card id that is not taken. `deletionRecord`: record of a deleted card that had this id; null if there is none. */
type AvailableId = { deletionRecord: StoredDocument | null };

/** `collection` has the cards of a kind, `deletionRecords` the records of deleted cards, if any. */
export type CardCollections = { readonly collection: string; readonly deletionRecords?: string | undefined };

const CARD_ID_KEYS = "keys";

/**
 * @returns null if the id is taken, ignoring case. Also compares the ids of all cards, because older cards have no
 * document in the collection `keys`.
 */
export async function findAvailableCardId(
  transaction: Transaction,
  collections: CardCollections,
  id: string,
): Promise<AvailableId | null> {
  const availableId = await readReservedId(transaction, collections, id);
  const others = await transaction.query(collections.collection, { select: [] });
  return others.some((other) => identifierKey(other.id) === identifierKey(id)) ? null : availableId;
}

/** Reads the document that reserves the id, so that competing transactions conflict. */
async function readReservedId(
  transaction: Transaction,
  collections: CardCollections,
  id: string,
): Promise<AvailableId> {
  await transaction.get(CARD_ID_KEYS, cardKey(collections, id));
  return { deletionRecord: await readDeletionRecord(transaction, collections, id) };
}

/** @param taken keys of ids (`identifierKey`) */
function firstAvailable(proposed: string, taken: ReadonlySet<string>): string {
  for (const id of idCandidates(proposed)) if (!taken.has(identifierKey(id))) return id;
  throw new Error("unreachable: there is always another identifier to try");
}

const readDeletionRecord = async (transaction: Transaction, { deletionRecords }: CardCollections, id: string) =>
  deletionRecords ? transaction.get(deletionRecords, id) : null;

/** Reserves the id of a new or restored card, ignoring case. */
export function reserveCardId(
  transaction: Transaction,
  collections: CardCollections,
  id: string,
  { deletionRecord }: AvailableId,
): void {
  transaction.put(CARD_ID_KEYS, cardKey(collections, id), { id });
  if (collections.deletionRecords && deletionRecord) transaction.delete(collections.deletionRecords, deletionRecord.id);
}

/**
 * Reads the reservation of an id.
 * @returns a function that frees the id when its card is deleted. Call the function after all reads.
 */
export async function readCardIdReservation(
  transaction: Transaction,
  collections: CardCollections,
  id: string,
): Promise<() => void> {
  const key = await transaction.get(CARD_ID_KEYS, cardKey(collections, id));
  return () => key && transaction.delete(CARD_ID_KEYS, key.id);
}

/**
 * @returns the id of the document that reserves a card's id, ignoring case. Some ids of the older site are invalid as
 * document ids, and are percent-encoded.
 */
function cardKey({ collection }: CardCollections, id: string): string {
  const key = `${collection} ${identifierKey(id)}`;
  return isDocumentId(key) ? key : `${collection} ${encodeURIComponent(key)}`.slice(0, 1000);
}
