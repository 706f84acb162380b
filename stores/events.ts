import { monthsBefore } from "#domain/dates.ts";
import { EVENT_DAY_FIELDS, type EventDays } from "#domain/events/days.ts";
import {
  announcedDeletionCutoff,
  type EventFields,
  isAnnounced,
  type PlannedEvent,
} from "#domain/events/planned-event.ts";
import { isPublicationDue, publicationRangeUntil } from "#domain/events/publication.ts";
import type { Stored } from "#domain/stored.ts";
import type { DocumentContent, Documents, StoredDocument } from "#ports/documents.ts";
import { type CardStore, createCardStore } from "./cards.ts";
import { readDossierForCopy } from "./dossiers/copy-dossier.ts";
import { DOCUMENT_KINDS, EVENT_DOCUMENT_NAMES } from "./kinds.ts";
import { purgeDocumentsBefore } from "./purge.ts";
import { currentFromDocument } from "./revisions.ts";
import { addSlots, querySlotsOfEvent, slotFromDocument } from "./slots/slots.ts";

/** `sequence`: SEQUENCE in iCalendar files, 0 to 2³¹-1. Each write of an event increases `sequence`. */
export type StoredEvent = Stored<EventFields> & { readonly sequence: number };

/** Record of a deleted event, for calendars. `updatedAt` and `sequence` describe the deletion. */
export type DeletedEvent = EventDays & Pick<StoredEvent, "id" | "updatedAt" | "sequence">;

export interface EventStore extends CardStore<EventFields, StoredEvent> {
  /**
   * @returns the announced events deleted at or after `since`, unordered. Records last `DELETION_ANNOUNCED_DAYS`.
   * A new event with the same id replaces the record.
   */
  listDeleted(since: Date): Promise<DeletedEvent[]>;
  /**
   * @returns the events that begin at most a year before `now`, or later, including drafts; unordered. An event lasts less
   * than a year (docs/specification.md section 15), so every event that is not over is among them.
   */
  listSinceLastYear(now: Date): Promise<StoredEvent[]>;
  /** @returns the drafts that are due for publication (`isPublicationDue`), unordered. Cheap enough for a call every minute. */
  listDue(now: Date): Promise<StoredEvent[]>;
  /** @returns the event with this `subject`; null if it does not exist, also while it is in the recycle bin */
  findBySubject(subject: string): Promise<StoredEvent | null>;
  /** @returns the events with a `pageAddress`, including drafts, unordered */
  listWithPage(): Promise<PlannedEvent[]>;
}

const { collection, read } = DOCUMENT_KINDS.evenement;
const DELETION_RECORDS = "deleted-evenements";
const EPOCH_MS = Date.UTC(2020, 0, 1);

/** @param now clock for the times of writes */
export function createEventStore(documents: Documents, now = () => new Date()): EventStore {
  const cards = createCardStore<EventFields, StoredEvent>(documents, DOCUMENT_KINDS.evenement, {
    now,
    deletionRecords: DELETION_RECORDS,
    read: (card, document) => ({ ...card, sequence: sequenceOf(document) }),
    fieldsOfWrite: (before, deletionRecord, at) => ({
      sequence: following(Math.max(before ? sequenceOf(before) : -1, sequenceIn(deletionRecord?.content)), at),
    }),
    // Slots and tasks count from the first day of their event, so that a copy has the same ones.
    readCopies: async (transaction, copyOf) => {
      const slots = (await querySlotsOfEvent(transaction, copyOf)).map(slotFromDocument);
      const [original] = await transaction.query(collection, { where: { field: "subject", equals: copyOf } });
      const event = original ? eventFromDocument(original) : null;
      const writeDossier = await readDossierForCopy(transaction, { subject: copyOf, event });
      return async (copy, author) => {
        await addSlots(transaction, { event: copy, slots, existing: [] }, author);
        await writeDossier(copy, author);
      };
    },
    deletionRecordOf: (card, at) =>
      isAnnounced(card)
        ? { ...daysIn(card), sequence: following(card.sequence, at), updatedAt: at.toISOString() }
        : null,
  });
  return {
    ...cards,

    async moveToBin(id, version, deletion) {
      const outcome = await cards.moveToBin(id, version, deletion);
      if (outcome === "updated")
        await purgeDocumentsBefore(
          documents,
          DELETION_RECORDS,
          "updatedAt",
          announcedDeletionCutoff(deletion.at).toISOString(),
        );
      return outcome;
    },

    async listDue(at) {
      const [from, to] = publicationRangeUntil(at);
      const where = { field: EVENT_DOCUMENT_NAMES.publication, from, to };
      const found = await documents.query(collection, { where, select: [] });
      const cardsFound = await Promise.all(found.map(({ id }) => cards.get(id)));
      return cardsFound.filter((card): card is StoredEvent => card !== null && isPublicationDue(card, at));
    },

    async findBySubject(subject) {
      const [found] = await documents.query(collection, { where: { field: "subject", equals: subject } });
      if (found) return eventFromDocument(found);
      // Documents of the older Firebase site have no stored subject.
      return (await cards.list()).find((event) => event.subject === subject) ?? null;
    },

    async listSinceLastYear(at) {
      const where = { field: EVENT_DOCUMENT_NAMES.month, from: monthsBefore(at, 12).toISOString().slice(0, 7) };
      return (await documents.query(collection, { where })).map(eventFromDocument);
    },

    async listWithPage() {
      const where = { field: EVENT_DOCUMENT_NAMES.pageAddress, from: "0" };
      return (await documents.query(collection, { where })).map(({ id, content }) => ({ ...read(content, id), id }));
    },

    async listDeleted(since) {
      const found = await documents.query(DELETION_RECORDS, {
        where: { field: "updatedAt", from: since.toISOString() },
      });
      return found.map(({ id, content }) => ({
        ...daysIn(content),
        id,
        updatedAt: String(content.updatedAt),
        sequence: sequenceIn(content),
      }));
    },
  };
}

function eventFromDocument(document: StoredDocument): StoredEvent {
  const {
    fields,
    subjectId: subject,
    ...current
  } = currentFromDocument(DOCUMENT_KINDS.evenement, document.id, document);
  return { ...fields, id: document.id, ...current, subject, sequence: sequenceOf(document) };
}

const daysIn = (of: Partial<Record<keyof EventDays, unknown>>): EventDays =>
  Object.fromEntries(EVENT_DAY_FIELDS.map((name) => [name, String(of[name] ?? "")])) as EventDays;

/** Seconds since `EPOCH_MS`. Unlike a counter, the time also grows if a new event gets the id of a deleted one. */
export const sequenceAt = (instant: Date): number => Math.floor((instant.getTime() - EPOCH_MS) / 1000);

const following = (sequence: number, at: Date): number => Math.max(sequence + 1, sequenceAt(at));

/** The older website does not increase `sequence`. So `sequence` is at least the time of the last write. */
const sequenceOf = ({ content, changedAt }: Pick<StoredDocument, "content" | "changedAt">): number =>
  Math.max(sequenceIn(content), sequenceAt(changedAt), 0);

const sequenceIn = (content: DocumentContent | null | undefined): number =>
  Number.isInteger(content?.sequence) ? Number(content?.sequence) : -1;
