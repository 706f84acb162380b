/**
 * What the committee's members and the events have in common: documents with the fields of the older Firebase site, of
 * which those that this site does not know stay. What a card was before is in the journal.
 */
import { type State, stateLimit, statesAfter } from "#domain/history.ts";
import { identifierKey } from "#domain/identifiers.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import { pictureAfter } from "#domain/pictures/card-picture.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange, Stored } from "#domain/stored.ts";
import type { Content, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import {
  type CardKind,
  cardOf,
  contentOf,
  fieldsIn,
  inDocument,
  keyOf,
  only,
  pictureField,
  pictureIn,
  stateOf,
} from "./card-document.ts";
import type { CardStore } from "./card-store.ts";
import {
  type Before,
  deletionOf,
  findDeletion,
  forgetBefore,
  listExpiredRevisions,
  listRevisions,
  recordAction,
  recordDeletion,
} from "./journal.ts";
import { claimPicture } from "./pictures/picture.ts";

const KEYS = "keys";

/** @param documents where the cards are kept */
export const createCards = <Fields extends Record<keyof Fields, string>, Card extends Stored<Fields>>(
  documents: Documents,
  kind: CardKind<Fields, Card>,
): CardStore<Fields, Card> => ({
  async list() {
    const found = await documents.query(kind.collection);
    return Promise.all(found.map((document) => cardOf(kind, document)));
  },

  async get(id) {
    const document = await documents.get(kind.collection, id);
    return document && cardOf(kind, document);
  },

  async listStates(id) {
    const document = await documents.get(kind.collection, id);
    if (!document) return [];
    const { subject } = await cardOf(kind, document);
    return (await listRevisions(documents, kind.subject, subject)).map((line) => stateOf(kind, line));
  },

  create: (id, fields, by = null, picture) =>
    documents.transaction(async (transaction) => {
      const place = await freePlace(transaction, kind, id);
      if (!place) return "taken";
      const { key, record } = await claimPicture(transaction, picture);
      const [subject, at] = [transaction.newId(), kind.now()];
      const more = { subject, ...pictureField(key) };
      transaction.create(
        kind.collection,
        id,
        contentOf(kind, { fields, more, before: null, trace: place.trace, by, at }),
      );
      takePlace(transaction, kind, id, place);
      record();
      recordAction(transaction, { at, by, action: "added", subject: kind.subject, thing: subject });
      return "created";
    }),

  update: (id, fields, version, by = null, picture, action = "changed") =>
    documents.transaction((transaction) => update(transaction, kind, { id, fields, version, by, picture, action }), {
      erases: true,
    }),

  moveToBin: (id, version, deletion) =>
    documents.transaction((transaction) => moveToBin(transaction, kind, { id, version, deletion }), { erases: true }),

  restore: (key, id, by) =>
    documents.transaction((transaction) => restore(transaction, kind, { key, id, by }), { erases: true }),

  pruneStates: (now) => pruneStates(documents, kind.subject, stateLimit(now)),
});

async function pruneStates(documents: Documents, subject: JournalSubject, limit: Date): Promise<void> {
  for (;;) {
    const forgotten = await documents.transaction(
      async (transaction) => {
        const lines = await listExpiredRevisions(transaction, subject, limit);
        for (const line of lines) forgetBefore(transaction, line);
        return lines.length;
      },
      { erases: true },
    );
    if (forgotten === 0) return;
  }
}

type Change<Fields> = {
  id: string;
  fields: Fields;
  version: string;
  by: Person | null;
  picture: PictureChange | undefined;
  action: JournalAction;
};

async function update<Fields extends Record<keyof Fields, string>, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardKind<Fields, Card>,
  { id, fields, version, by, picture, action }: Change<Fields>,
) {
  const document = await transaction.get(kind.collection, id);
  if (!document) return "absent";
  if (document.version !== version) return "outdated";
  const card = await cardOf(kind, document);
  const lines = await listRevisions(transaction, kind.subject, card.subject);
  const { key, isGone, record } = await claimPicture(transaction, picture?.is);
  if (isGone) return "absent";
  const at = kind.now();
  const [was, is] = pictureAfter(card.picture, picture && { was: picture.was, is: key ?? null });
  const before: Before<Fields> = { content: only(kind, card), ...was, at: card.updatedAt, by: card.updatedBy };
  const added = revise(transaction, kind, lines, { before, after: { content: fields, ...is }, by, at });
  const more = { subject: card.subject, ...is };
  const content = contentOf(kind, { fields, more, before: document, trace: null, by, at });
  transaction.update(kind.collection, id, content);
  record();
  recordAction(transaction, { at, by, action, subject: kind.subject, thing: card.subject }, added);
  return "updated";
}

/**
 * Forgets the revisions that a change pushes out.
 * @param lines of the revisions, newest first
 * @returns what the line of the change keeps; null: nothing
 */
function revise<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardKind<Fields, Card>,
  lines: readonly StoredDocument[],
  change: Parameters<typeof statesAfter<Fields>>[1] & { before: Before<Fields> },
): Before<Content> | null {
  const states = lines.map((line) => stateOf(kind, line));
  const next = statesAfter(states, change);
  const isAdded = next.length > 0 && !states.includes(next[0] as State<Fields>);
  for (const line of lines.slice(next.length - (isAdded ? 1 : 0))) forgetBefore(transaction, line);
  return isAdded ? { ...change.before, content: inDocument(kind.names, change.before.content) } : null;
}

type Removal = { id: string; version: string; deletion: Deletion };

async function moveToBin<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardKind<Fields, Card>,
  { id, version, deletion }: Removal,
) {
  const document = await transaction.get(kind.collection, id);
  if (!document) return "absent";
  if (document.version !== version) return "outdated";
  const [key, trace] = [await transaction.get(KEYS, keyOf(kind, id)), await traceFor(transaction, kind, id)];
  const card = await cardOf(kind, document);
  const { key: picture } = await claimPicture(
    transaction,
    card.picture === undefined ? deletion.picture : card.picture,
  );
  const before = { id, content: { ...document.content, subject: card.subject, ...pictureField(picture) } };
  recordDeletion(transaction, { ...deletion, picture }, { subject: kind.subject, thing: card.subject }, before);
  transaction.delete(kind.collection, id);
  if (key) transaction.delete(KEYS, key.id);
  const left = kind.traceOf?.(card, deletion.at);
  if (kind.traces && left) put(transaction, kind.traces, id, trace, left);
  return "updated";
}

type Return = { key: string; id: string; by: Person | null };

async function restore<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardKind<Fields, Card>,
  { key, id, by }: Return,
) {
  const line = await findDeletion(transaction, key);
  const deletion = line && deletionOf(line);
  if (!deletion || deletion.subject !== kind.subject) return "absent";
  const place = await freePlace(transaction, kind, id);
  if (!place) return "taken";
  const { thing, before } = deletion;
  const [content, at] = [before.content as Content, kind.now()];
  const { key: picture } = await claimPicture(transaction, pictureIn(content));
  const fields = fieldsIn(kind.names, content);
  const more = { subject: thing, ...pictureField(picture) };
  const was = { id, version: "", changedAt: at, content };
  // What this site does not know comes back as well.
  transaction.create(kind.collection, id, {
    ...content,
    ...contentOf(kind, { fields, more, before: was, trace: place.trace, by, at }),
  });
  takePlace(transaction, kind, id, place);
  forgetBefore(transaction, line);
  recordAction(transaction, { at, by, action: "restored", subject: kind.subject, thing });
  return "restored";
}

/** What is in the way of a new card, as it was read: a marker whose card is gone, a trace of an earlier one. */
type Place = { key: StoredDocument | null; trace: StoredDocument | null };

/** @returns null where the identifier is taken, in whatever case; cards of an older site have no marker */
async function freePlace<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardKind<Fields, Card>,
  id: string,
): Promise<Place | null> {
  const key = await transaction.get(KEYS, keyOf(kind, id));
  const others = await transaction.query(kind.collection, { select: [] });
  if (others.some((other) => identifierKey(other.id) === identifierKey(id))) return null;
  return { key, trace: await traceFor(transaction, kind, id) };
}

function takePlace<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardKind<Fields, Card>,
  id: string,
  { key, trace }: Place,
): void {
  put(transaction, KEYS, keyOf(kind, id), key, { id });
  if (kind.traces && trace) transaction.delete(kind.traces, trace.id);
}

const traceFor = async (transaction: Transaction, { traces }: { traces?: string }, id: string) =>
  traces ? transaction.get(traces, id) : null;

function put(
  transaction: Transaction,
  collection: string,
  id: string,
  existing: StoredDocument | null,
  content: Content,
): void {
  if (existing) transaction.replace(collection, id, content);
  else transaction.create(collection, id, content);
}
