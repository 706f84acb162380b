/**
 * The notes of a dossier (`dossiers/{subject}`), its result (`results/{subject}`), and the dossiers that outlive their
 * event (`kept-dossiers/{subject}`). `subject`: of the event, or `ASSOCIATION`.
 */

import { isDeepStrictEqual } from "node:util";
import type { ResultFields } from "#domain/dossier/result.ts";
import type { EventDays } from "#domain/events/days.ts";
import type { StoredRevision } from "#domain/history.ts";
import type { JournalAction } from "#domain/journal.ts";
import type { Author, Person } from "#domain/person.ts";
import type { UpdateOutcome } from "#domain/stored.ts";
import type { DocumentContent, Documents } from "#ports/documents.ts";
import { recordAction } from "#stores/journal.ts";
import { DOCUMENT_KINDS, type DocumentKind, type NotesFields } from "#stores/kinds.ts";
import { currentFromDocument, listDeletions, listRevisions, readForChange, writeChange } from "#stores/revisions.ts";
import { copyIntoDossier, type DossierSource } from "./copy-dossier.ts";
import { eraseDossier, readDossierForErasure } from "./erase-dossier.ts";
import { daysIn, KEPT_DOSSIERS_COLLECTION, type KeptDossier, keptDossierFromDocument } from "./kept-dossiers.ts";

/** A document of a dossier. `version`: also of a document that was never saved. `updatedAt`: empty if never saved. */
type StoredPart<Fields> = Fields & {
  readonly version: string;
  readonly updatedAt: string;
  readonly updatedBy: Person | null;
};
export type StoredNotes = StoredPart<NotesFields>;
export type StoredResult = StoredPart<ResultFields>;

export type DossierStore = ReturnType<typeof createDossierStore>;

/** Methods throw if the store is unavailable. @param now clock for the times of writes */
export const createDossierStore = (documents: Documents, now = () => new Date()) => ({
  /** @returns the notes; empty if they were never saved */
  getNotes: (subject: string): Promise<StoredNotes> => getPart(documents, DOCUMENT_KINDS.dossier, subject),

  /** @returns the result; without lines if it was never saved */
  getResult: (subject: string): Promise<StoredResult> => getPart(documents, DOCUMENT_KINDS.result, subject),

  /** @returns the notes of all dossiers by `subject` */
  async listNotes(): Promise<Map<string, NotesFields>> {
    const found = await documents.query(DOCUMENT_KINDS.dossier.collection);
    return new Map(found.map(({ id, content }) => [id, DOCUMENT_KINDS.dossier.read(content, id)]));
  },

  /** @returns the results of all dossiers by `subject` */
  async listResults(): Promise<Map<string, ResultFields>> {
    const found = await documents.query(DOCUMENT_KINDS.result.collection);
    return new Map(found.map(({ id, content }) => [id, DOCUMENT_KINDS.result.read(content, id)]));
  },

  /** @param version as read by the caller. Never returns `absent`. */
  saveNotes: (subject: string, fields: NotesFields, version: string, by: Author["by"]): Promise<UpdateOutcome> =>
    savePart(documents, DOCUMENT_KINDS.dossier, { id: subject, fields, version }, { by, at: now() }),

  /** @param version as read by the caller. Never returns `absent`. */
  saveResult: (subject: string, fields: ResultFields, version: string, by: Author["by"]): Promise<UpdateOutcome> =>
    savePart(documents, DOCUMENT_KINDS.result, { id: subject, fields, version, actionOf: closing }, { by, at: now() }),

  /**
   * Adds the tasks that a dossier lacks. Its own notes stay; without notes, it gets those of the other dossier. Idempotent.
   * @returns the ids of all tasks of the other dossier. Null if the dossier would have more than `TASKS_PER_EVENT_MAX`
   * tasks: then nothing changes
   */
  takeFrom: (subject: string, from: DossierSource, by: Author["by"]): Promise<string[] | null> =>
    documents.transaction((transaction) => copyIntoDossier(transaction, subject, from, { by, at: now() }), {
      erases: true,
    }),

  /** @returns the revisions of the notes, newest first */
  listNotesRevisions: (subject: string): Promise<StoredRevision<NotesFields>[]> =>
    listRevisions(documents, DOCUMENT_KINDS.dossier, subject),

  /** @returns the revisions of the result, newest first */
  listResultRevisions: (subject: string): Promise<StoredRevision<ResultFields>[]> =>
    listRevisions(documents, DOCUMENT_KINDS.result, subject),

  /** Keeps the dossier of an event that is about to be deleted. Idempotent. While the event exists, nothing shows it. */
  keep: (subject: string, { name, ...event }: EventDays & { readonly name: string }): Promise<void> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(KEPT_DOSSIERS_COLLECTION, subject);
      const content: DocumentContent = { ...daysIn(event), name, deletedAt: "" };
      if (document && isDeepStrictEqual({ ...document.content, ...content }, document.content)) return;
      if (document) transaction.update(KEPT_DOSSIERS_COLLECTION, subject, content);
      else transaction.create(KEPT_DOSSIERS_COLLECTION, subject, content);
    }),

  /**
   * The opposite of `keep`: the dossier will be erased with its event. Idempotent.
   * @param eventId nothing changes if this event no longer exists: whoever deleted it has decided
   */
  stopKeeping: (subject: string, eventId?: string): Promise<void> =>
    documents.transaction(async (transaction) => {
      if (eventId !== undefined && !(await transaction.get(DOCUMENT_KINDS.evenement.collection, eventId))) return;
      if (await transaction.get(KEPT_DOSSIERS_COLLECTION, subject))
        transaction.delete(KEPT_DOSSIERS_COLLECTION, subject);
    }),

  /** @returns the kept dossiers, also deleted ones, and also those whose event was restored; unordered */
  listKept: async (): Promise<KeptDossier[]> =>
    (await documents.query(KEPT_DOSSIERS_COLLECTION)).map(keptDossierFromDocument),

  /**
   * Deletes a kept dossier, or brings it back. Idempotent.
   * @returns false if there is no such kept dossier
   */
  setKeptDeleted: (subject: string, isDeleted: boolean, { by, at }: Author): Promise<boolean> =>
    documents.transaction(async (transaction) => {
      const document = await transaction.get(KEPT_DOSSIERS_COLLECTION, subject);
      if (!document) return false;
      const isSame = (keptDossierFromDocument(document).deletedAt !== "") === isDeleted;
      if (isSame) return true;
      transaction.update(KEPT_DOSSIERS_COLLECTION, subject, { deletedAt: isDeleted ? at.toISOString() : "" });
      const action = isDeleted ? "deleted" : "restored";
      recordAction(transaction, { by, at, action, subject: "dossier", subjectId: subject });
      return true;
    }),

  /**
   * Erases a dossier with its tasks, its result and all former contents. Idempotent. Erases nothing if the dossier is
   * kept, or was deleted less than `BIN_RETENTION_DAYS` days ago.
   */
  erase: (subject: string, at = now()): Promise<void> =>
    documents.transaction(
      async (transaction) => {
        const deletions = await listDeletions(transaction);
        const found = await readDossierForErasure(transaction, subject, { deletions, now: at });
        if (found) eraseDossier(transaction, found);
      },
      { erases: true },
    ),
});

async function getPart<Fields>(documents: Documents, kind: DocumentKind<Fields>, id: string) {
  const { fields, version, updatedAt, updatedBy } = currentFromDocument(
    kind,
    id,
    await documents.get(kind.collection, id),
  );
  return { ...fields, version, updatedAt, updatedBy };
}

type PartToSave<Fields> = {
  readonly id: string;
  readonly fields: Fields;
  readonly version: string;
  /** The action in the journal; by default `changed`. */
  readonly actionOf?: (before: Fields, after: Fields) => JournalAction;
};

function closing(before: ResultFields, after: ResultFields): JournalAction {
  if ((before.closedOn === "") === (after.closedOn === "")) return "changed";
  return after.closedOn === "" ? "opened" : "closed";
}

const savePart = <Fields extends object>(
  documents: Documents,
  kind: DocumentKind<Fields>,
  { id, fields, version, actionOf }: PartToSave<Fields>,
  author: Author,
): Promise<UpdateOutcome> =>
  documents.transaction(
    async (transaction) => {
      const read = await readForChange(transaction, kind, id, { version });
      if (read.isOutdated) return "outdated";
      const action = actionOf?.(read.current.fields, fields) ?? "changed";
      writeChange(transaction, kind, read, { fields, ...author, action });
      return "updated";
    },
    { erases: true },
  );
