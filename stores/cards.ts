/** Committee members and events, in the format of the older Firebase site. Unknown fields stay unchanged. */
import { changedFields } from "#domain/history.ts";
import { identifierKey } from "#domain/identifiers.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { Deletion } from "#domain/recycle-bin.ts";
import type { PictureChange, Stored } from "#domain/stored.ts";
import type { Content, Documents, StoredDocument, Transaction } from "#ports/documents.ts";
import {
  type CardType,
  cardContent,
  cardKey,
  fieldsIn,
  fieldsOnly,
  findCard,
  inDocument,
  pictureContentOf,
  pictureIn,
} from "./card-document.ts";
import type { CardStore } from "./card-store.ts";
import {
  deleteRevisionsBefore,
  deletionOf,
  findDeletion,
  listRevisions,
  type PreviousRevision,
  pruneRevisions,
  recordAction,
  recordDeletion,
  revisionOf,
  writeRevision,
} from "./journal.ts";
import { claimPicture } from "./pictures/picture.ts";

const KEYS = "keys";

export const createCards = <Fields extends Record<keyof Fields, string>, Card extends Stored<Fields>>(
  documents: Documents,
  kind: CardType<Fields, Card>,
): CardStore<Fields, Card> => ({
  async list() {
    const found = await documents.query(kind.collection);
    return Promise.all(found.map((document) => findCard(kind, document)));
  },

  async get(id) {
    const document = await documents.get(kind.collection, id);
    return document && findCard(kind, document);
  },

  async listRevisions(id) {
    const document = await documents.get(kind.collection, id);
    if (!document) return [];
    const { subject } = await findCard(kind, document);
    return (await listRevisions(documents, kind.subject, subject)).map((line) =>
      revisionOf(line, (content) => fieldsIn(kind.names, content)),
    );
  },

  create: (id, fields, by = null, picture) =>
    documents.transaction(async (transaction) => {
      const freeId = await findFreeId(transaction, kind, id);
      if (!freeId) return "taken";
      const { key, record } = await claimPicture(transaction, picture);
      const [subject, at] = [transaction.newId(), kind.now()];
      const more = { subject, ...pictureContentOf(key) };
      const content = cardContent(kind, { fields, more, before: null, trace: freeId.trace, by, at });
      transaction.create(kind.collection, id, content);
      occupyId(transaction, kind, id, freeId);
      record();
      recordAction(transaction, { at, by, action: "added", subject: kind.subject, subjectId: subject });
      return "created";
    }),

  update: (id, fields, version, by = null, picture, action = "changed") =>
    documents.transaction((transaction) => update(transaction, kind, { id, fields, version, by, picture, action }), {
      erases: true,
    }),

  moveToBin: (id, version, deletion) =>
    documents.transaction((transaction) => moveToBin(transaction, kind, id, version, deletion), { erases: true }),

  restore: (key, id, by) =>
    documents.transaction((transaction) => restore(transaction, kind, key, id, by), { erases: true }),

  pruneRevisions: (now) => pruneRevisions(documents, kind.subject, now),
});

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
  kind: CardType<Fields, Card>,
  { id, fields, version, by, picture, action }: Change<Fields>,
) {
  const document = await transaction.get(kind.collection, id);
  if (!document) return "absent";
  if (document.version !== version) return "outdated";
  const card = await findCard(kind, document);
  const lines = await listRevisions(transaction, kind.subject, card.subject);
  const { key, isGone, record } = await claimPicture(transaction, picture?.is);
  if (isGone) return "absent";
  const at = kind.now();
  const [was, is] = pictureAfter(card.picture, picture && { was: picture.was, is: key ?? null });
  const before: PreviousRevision<Fields> = {
    content: fieldsOnly(kind, card),
    ...was,
    at: card.updatedAt,
    by: card.updatedBy,
  };
  const read = (content: unknown) => fieldsIn(kind.names, content);
  // `fields` may be a whole card.
  const after = fieldsOnly(kind, fields);
  const isKept = writeRevision(transaction, lines, read, { before, after: { content: after, ...is }, by, at });
  const added = isKept ? { ...before, content: inDocument(kind.names, before.content) } : null;
  const more = { subject: card.subject, ...is };
  const content = cardContent(kind, { fields, more, before: document, trace: null, by, at });
  transaction.update(kind.collection, id, content);
  record();
  const isPictured = is.picture !== undefined && (was.picture ?? null) !== is.picture;
  const changed = [...changedFields(before.content, after), ...(isPictured ? ["picture"] : [])];
  const line = { at, by, action, subject: kind.subject, subjectId: card.subject };
  recordAction(transaction, action === "changed" ? { ...line, fields: changed } : line, added);
  return "updated";
}

async function moveToBin<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardType<Fields, Card>,
  id: string,
  version: string,
  deletion: Deletion,
) {
  const document = await transaction.get(kind.collection, id);
  if (!document) return "absent";
  if (document.version !== version) return "outdated";
  const key = await transaction.get(KEYS, cardKey(kind, id));
  await readTrace(transaction, kind, id);
  const card = await findCard(kind, document);
  const named = card.picture === undefined ? deletion.picture : card.picture;
  const { key: picture } = await claimPicture(transaction, named);
  const before = { id, content: { ...document.content, subject: card.subject, ...pictureContentOf(picture) } };
  recordDeletion(transaction, { ...deletion, picture }, { subject: kind.subject, subjectId: card.subject }, before);
  transaction.delete(kind.collection, id);
  if (key) transaction.delete(KEYS, key.id);
  const left = kind.traceOf?.(card, deletion.at);
  if (kind.traces && left) transaction.put(kind.traces, id, left);
  return "updated";
}

async function restore<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardType<Fields, Card>,
  key: string,
  id: string,
  by: Person | null,
) {
  const line = await findDeletion(transaction, key);
  const deletion = line && deletionOf(line);
  if (!deletion || deletion.subject !== kind.subject) return "absent";
  const freeId = await findFreeId(transaction, kind, id);
  if (!freeId) return "taken";
  const { subjectId, before } = deletion;
  const [content, at] = [before.content as Content, kind.now()];
  const { key: picture } = await claimPicture(transaction, pictureIn(content));
  const fields = fieldsIn(kind.names, content);
  const more = { subject: subjectId, ...pictureContentOf(picture) };
  const was = { id, version: "", changedAt: at, content };
  // Restore all fields, including fields that this version does not know.
  transaction.create(kind.collection, id, {
    ...content,
    ...cardContent(kind, { fields, more, before: was, trace: freeId.trace, by, at }),
  });
  occupyId(transaction, kind, id, freeId);
  deleteRevisionsBefore(transaction, line);
  recordAction(transaction, { at, by, action: "restored", subject: kind.subject, subjectId });
  return "restored";
}

/** `trace`: record of a deleted card with this id; null if no record exists. */
type FreeId = { trace: StoredDocument | null };

/** @returns null if the id is taken, ignoring case. Compares all cards: older cards have no document in `KEYS`. */
async function findFreeId<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardType<Fields, Card>,
  id: string,
): Promise<FreeId | null> {
  await transaction.get(KEYS, cardKey(kind, id));
  const others = await transaction.query(kind.collection, { select: [] });
  if (others.some((other) => identifierKey(other.id) === identifierKey(id))) return null;
  return { trace: await readTrace(transaction, kind, id) };
}

function occupyId<Fields, Card extends Stored<Fields>>(
  transaction: Transaction,
  kind: CardType<Fields, Card>,
  id: string,
  { trace }: FreeId,
): void {
  transaction.put(KEYS, cardKey(kind, id), { id });
  if (kind.traces && trace) transaction.delete(kind.traces, trace.id);
}

const readTrace = async (transaction: Transaction, { traces }: { traces?: string }, id: string) =>
  traces ? transaction.get(traces, id) : null;

function pictureAfter(
  stored: Stored<unknown>["picture"],
  change: { readonly was: string | null; readonly is: string | null } | undefined,
) {
  const was = stored === undefined ? change?.was : stored;
  return [pictureContentOf(was), pictureContentOf(change ? change.is : stored)] as const;
}
