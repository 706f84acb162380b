/** Settings and texts. Each save replaces the whole document. The journal keeps the revisions. */
import { changedFields, keptRevisions, type Revision } from "#domain/history.ts";
import type { JournalAction, JournalSubject } from "#domain/journal.ts";
import type { Person } from "#domain/person.ts";
import type { PictureChange } from "#domain/stored.ts";
import type { Content, Documents, Json, StoredDocument, Transaction } from "#ports/documents.ts";
import type { PreviousRevision } from "../journal.ts";
import { deleteRevisionsBefore, listRevisions, recordAction, revisionOf, writeRevision } from "../journal.ts";
import { type NewLetter, queueLetters } from "../mail-document.ts";
import { claimPicture } from "../pictures/picture.ts";

export type KnownAuthor = { readonly by: Person; readonly at: Date };

export type Current<Kept> = {
  readonly content: Kept;
  /** Changes with every save. */
  readonly version: string;
  readonly lastSave: KnownAuthor | null;
  /** Key of the picture; null: no picture. Undefined: no save has ever set or removed a picture. */
  readonly photo: string | null | undefined;
};

type Kind<Kept> = {
  readonly collection: string;
  readonly subject: JournalSubject;
  /** Reads the content of a document or a revision. A missing or wrong field gets its default. */
  readonly read: (stored: Json | undefined) => Kept;
  /** True: each save is a revision. Otherwise, saves by one person within ten minutes share a revision. */
  readonly separate?: boolean;
  /** Author of the initial content. If set, the first save keeps the initial content as a revision. */
  readonly initialBy?: Person;
};

type Place = { readonly id: string; readonly subjectId: string };

const BEFORE_ANY = "0";

/** Methods throw if the store is unavailable. */
export function createRevised<Kept extends Content>(documents: Documents, kind: Kind<Kept>, { id, subjectId }: Place) {
  const { collection, subject, read } = kind;
  const revisionOfLine = (line: StoredDocument): Revision<Kept> => revisionOf(line, read);
  return {
    get: async (): Promise<Current<Kept>> => currentOf(kind, await documents.get(collection, id)),

    /**
     * Replaces the content, records a revision and writes the journal.
     * @param photo absent: keep the picture
     * @param stored fields to store, by default all of `content`
     * @returns `outdated` if the version has changed and nothing was written
     */
    save: (
      content: Kept,
      version: string,
      author: KnownAuthor,
      { photo, actions = [], letters = [], stored = content }: SaveOptions = {},
    ): Promise<"saved" | "outdated"> =>
      documents.transaction(
        async (transaction) => {
          const found = await transaction.get(collection, id);
          const before = currentOf(kind, found);
          if (before.version !== version) return "outdated";
          const lines = await listRevisions(transaction, subject, subjectId);
          const { key, record } = await claimPicture(transaction, photo?.is);
          const named = photo && { was: photo.was, is: key ?? null };
          const change = { before, after: content, ...(named && { photo: named }), ...author };
          const added = (found || kind.initialBy) && addRevision(transaction, kind, lines, change);
          transaction.put(collection, id, contentOf(change, stored));
          record();
          const line = { ...author, action: "changed", subject, subjectId } as const;
          const isPictured = named && named.was !== named.is;
          const fields = [...changedFields(before.content, content), ...(isPictured ? ["picture"] : [])];
          recordAction(transaction, { ...line, fields }, added);
          for (const action of actions) recordAction(transaction, { ...line, action });
          queueLetters(transaction, letters, author.at);
          return "saved";
        },
        { erases: true },
      ),

    /** @returns the revisions, newest first, with the key of the picture */
    listRevisions: async (): Promise<Revision<Kept>[]> =>
      (await listRevisions(documents, subject, subjectId)).map(revisionOfLine),

    /** Erases expired revisions (`keptRevisions`). */
    pruneRevisions: (now: Date): Promise<void> =>
      documents.transaction(
        async (transaction) => {
          const lines = await listRevisions(transaction, subject, subjectId);
          const retained = keptRevisions(lines.map(revisionOfLine), now);
          for (const line of lines.slice(retained.length)) deleteRevisionsBefore(transaction, line);
        },
        { erases: true },
      ),
  };
}

type SaveOptions = {
  readonly photo?: PictureChange | undefined;
  readonly actions?: readonly JournalAction[];
  /** Letters to queue with the save. */
  readonly letters?: readonly NewLetter[];
  readonly stored?: Content;
};

type Change<Kept> = KnownAuthor & {
  before: Current<Kept>;
  after: Kept;
  photo?: { was: string | null; is: string | null };
};

function addRevision<Kept>(
  transaction: Transaction,
  { read, separate = false, initialBy }: Kind<Kept>,
  lines: readonly StoredDocument[],
  { before, after, photo, by, at }: Change<Kept>,
): PreviousRevision<Kept> | null {
  const was = before.photo === undefined ? photo?.was : before.photo;
  const is = photo ? photo.is : was;
  const earlier: PreviousRevision<Kept> = {
    content: before.content,
    ...(was !== undefined && { picture: was }),
    at: before.lastSave?.at.toISOString() ?? (initialBy ? "" : at.toISOString()),
    by: before.lastSave?.by ?? initialBy ?? null,
  };
  const saved = { content: after, ...(is !== undefined && { picture: is }) };
  return writeRevision(transaction, lines, read, { before: earlier, after: saved, by, at, separate }) ? earlier : null;
}

function contentOf<Kept>({ before, photo, by, at }: Change<Kept>, content: Content): Content {
  const is = photo ? photo.is : before.photo;
  return {
    content,
    updatedAt: at.toISOString(),
    updatedBy: { id: by.id, name: by.name },
    ...(is !== undefined && { photo: is }),
  };
}

function currentOf<Kept>({ read }: Kind<Kept>, document: StoredDocument | null): Current<Kept> {
  const { content, updatedAt, updatedBy, photo } = document?.content ?? {};
  const { id, name } = (updatedBy ?? {}) as { id?: Json; name?: Json };
  return {
    content: read(content),
    version: document?.version ?? BEFORE_ANY,
    lastSave:
      updatedAt && name ? { by: { id: String(id), name: String(name) }, at: new Date(String(updatedAt)) } : null,
    photo: photo === null || typeof photo === "string" ? photo : undefined,
  };
}
