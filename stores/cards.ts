/** Committee members and events, in the format of the older Firebase site. A card is one of the two. */

import type { Revision } from "#domain/history.ts";
import { candidates, identifierKey } from "#domain/identifiers.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange, PictureReference, Restored, Stored, Updated } from "#domain/stored.ts";
import { type Content, type Documents, isDocumentId, type StoredDocument, type Transaction } from "#ports/documents.ts";
import { mapInSlices, yieldToEventLoop } from "#ports/yield-to-event-loop.ts";
import type { Kind } from "./kinds.ts";
import {
  bringBack,
  currentFromDocument,
  listRevisions,
  moveToBin,
  readForBin,
  readForChange,
  readForReturn,
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
  /** @returns `taken` if the id exists, ignoring case and Unicode composition */
  create(id: string, fields: Fields, by?: Person | null, picture?: PictureReference): Promise<"created" | "taken">;
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
  ): Promise<Updated>;
  /** @returns the revisions, newest first. A missing field is empty. */
  listRevisions(id: string): Promise<Revision<Fields>[]>;
  moveToBin(id: string, version: string, deletion: Deletion): Promise<Updated>;
  /** Restores the recycle bin's entry `key` as the card `id`, with revisions and picture. */
  restore(key: string, id: string, by: Person | null): Promise<Restored>;
}

export type NewCards<Fields> = {
  /** Proposed id. If it is taken, the id gets a number. */
  readonly idOf: (fields: Fields) => string;
  /** Cards with the same key are one card. */
  readonly keyOf: (fields: Fields) => string;
};

/** Describes a kind of cards, in addition to `Kind`. */
export type CardRules<Fields, Card extends Stored<Fields>> = {
  readonly now: () => Date;
  readonly read: (card: Stored<Fields>, document: StoredDocument) => Card;
  /** Further fields to store. `before`: null for a new card. */
  readonly fieldsOfWrite?: (
    before: Pick<StoredDocument, "content" | "changedAt"> | null,
    trace: StoredDocument | null,
    at: Date,
  ) => Content;
  /** Collection with a record for each deleted card, under the card's id. Absent: deletions leave no record. */
  readonly traces?: string;
  readonly traceOf?: (card: Card, at: Date) => Content | null;
};

export function createCards<Fields extends Record<keyof Fields, string>, Card extends Stored<Fields>>(
  documents: Documents,
  kind: Kind<Fields>,
  rules: CardRules<Fields, Card>,
): CardStore<Fields, Card> {
  const { now, traces, fieldsOfWrite } = rules;
  const place: Place = { collection: kind.collection, traces };
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

    create: (id, fields, by = null, picture) =>
      documents.transaction(async (transaction) => {
        const freeId = await findFreeId(transaction, place, id);
        if (!freeId) return "taken";
        const change = picture === undefined ? undefined : { was: null, is: picture };
        const read = await readForChange(transaction, kind, id, { version: null, picture: change });
        const at = now();
        const more = fieldsOfWrite?.(null, freeId.trace, at) ?? {};
        writeChange(transaction, kind, read, { fields, more, by, at, action: "added" });
        reserveId(transaction, place, id, freeId);
        return "created";
      }),

    createMissing: (cards, { idOf, keyOf }, by) =>
      documents.transaction(async (transaction) => {
        const stored = (await transaction.query(kind.collection)).map(cardFromDocument);
        const [keys, ids] = [new Set(stored.map(keyOf)), new Set(stored.map(({ id }) => identifierKey(id)))];
        const plans = cards.map((fields) => {
          if (keys.has(keyOf(fields))) return null;
          keys.add(keyOf(fields));
          const id = firstFree(idOf(fields), ids);
          ids.add(identifierKey(id));
          return { id, fields };
        });
        const reads = await mapInSlices(plans, async (plan) => {
          if (!plan) return null;
          const freeId = await claimId(transaction, place, plan.id);
          return { ...plan, freeId, read: await readForChange(transaction, kind, plan.id, { version: null }) };
        });
        const at = now();
        for (const plan of reads) {
          if (!plan) continue;
          await yieldToEventLoop();
          const more = fieldsOfWrite?.(null, plan.freeId.trace, at) ?? {};
          writeChange(transaction, kind, plan.read, { fields: plan.fields, more, by, at, action: "added" });
          reserveId(transaction, place, plan.id, plan.freeId);
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
          const read = await readForBin(transaction, kind, id, deletion.picture);
          if (!read) return "absent";
          if (read.document.version !== version) return "outdated";
          const release = await readReservation(transaction, place, id);
          await readTrace(transaction, place, id);
          moveToBin(transaction, kind, read, deletion);
          release();
          const left = rules.traceOf?.(cardFromDocument(read.document), deletion.at);
          if (traces && left) transaction.put(traces, id, left);
          return "updated";
        },
        { erases: true },
      ),

    restore: (key, id, by) =>
      documents.transaction(
        async (transaction) => {
          const deleted = await readForReturn(transaction, kind, key);
          if (!deleted) return "absent";
          const freeId = await findFreeId(transaction, place, id);
          if (!freeId) return "taken";
          const at = now();
          const more = fieldsOfWrite?.({ content: deleted.content, changedAt: at }, freeId.trace, at) ?? {};
          bringBack(transaction, kind, deleted, { id, more, by, at });
          reserveId(transaction, place, id, freeId);
          return "restored";
        },
        { erases: true },
      ),
  };
}

/** A card id that is free. `trace`: record of a deleted card that had this id; null if there is none. */
type FreeId = { trace: StoredDocument | null };

/** The collections of a kind of cards: `collection` has the cards, `traces` the records of deleted cards, if any. */
export type Place = { readonly collection: string; readonly traces?: string | undefined };

const KEYS = "keys";

/**
 * @returns null if the id is taken, ignoring case. Also compares the ids of all cards, because older cards have no
 * document in `KEYS`.
 */
export async function findFreeId(transaction: Transaction, place: Place, id: string): Promise<FreeId | null> {
  const freeId = await claimId(transaction, place, id);
  const others = await transaction.query(place.collection, { select: [] });
  return others.some((other) => identifierKey(other.id) === identifierKey(id)) ? null : freeId;
}

/** Reads the document that reserves the id, so that competing transactions conflict. */
async function claimId(transaction: Transaction, place: Place, id: string): Promise<FreeId> {
  await transaction.get(KEYS, cardKey(place, id));
  return { trace: await readTrace(transaction, place, id) };
}

/** @param taken keys of ids (`identifierKey`) */
function firstFree(proposed: string, taken: ReadonlySet<string>): string {
  for (const id of candidates(proposed)) if (!taken.has(identifierKey(id))) return id;
  throw new Error("unreachable: there is always another identifier to try");
}

const readTrace = async (transaction: Transaction, { traces }: Place, id: string) =>
  traces ? transaction.get(traces, id) : null;

/** Reserves the id of a new or restored card, ignoring case. */
export function reserveId(transaction: Transaction, place: Place, id: string, { trace }: FreeId): void {
  transaction.put(KEYS, cardKey(place, id), { id });
  if (place.traces && trace) transaction.delete(place.traces, trace.id);
}

/**
 * Reads the reservation of an id.
 * @returns a function that frees the id when its card is deleted. Call the function after all reads.
 */
export async function readReservation(transaction: Transaction, place: Place, id: string): Promise<() => void> {
  const key = await transaction.get(KEYS, cardKey(place, id));
  return () => key && transaction.delete(KEYS, key.id);
}

/**
 * @returns the id of the document that reserves a card's id, ignoring case. Some ids of the older site are invalid as
 * document ids, and are percent-encoded.
 */
function cardKey({ collection }: Place, id: string): string {
  const key = `${collection} ${identifierKey(id)}`;
  return isDocumentId(key) ? key : `${collection} ${encodeURIComponent(key)}`.slice(0, 1000);
}
