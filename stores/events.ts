import { monthsBefore } from "#domain/dates.ts";
import { DAY_FIELDS, type EventDays } from "#domain/events/days.ts";
import {
  deletionsAnnouncedSince,
  type EventFields,
  isAnnounced,
  type PlannedEvent,
} from "#domain/events/planned-event.ts";
import { isDue, publicationsBy } from "#domain/events/publication.ts";
import type { Stored } from "#domain/stored.ts";
import type { Content, Documents, QueryCondition, StoredDocument } from "#ports/documents.ts";
import { type CardStore, createCards } from "./cards.ts";
import { EVENT_NAMES, KINDS } from "./kinds.ts";
import { purgeBefore } from "./purge.ts";

/** `sequence`: SEQUENCE in iCalendar files, 0 to 2³¹-1. Each write of an event increases `sequence`. */
export type StoredEvent = Stored<EventFields> & { readonly sequence: number };

/** Record of a deleted event, for calendars. `updatedAt` and `sequence` describe the deletion. */
export type DeletedEvent = EventDays & Pick<StoredEvent, "id" | "updatedAt" | "sequence">;

export interface EventStore extends CardStore<EventFields, StoredEvent> {
  /** @returns the event with this `subject`, which its slots and replies name; null if there is none, or it is deleted */
  getBySubject(subject: string): Promise<StoredEvent | null>;
  /**
   * @returns the announced events deleted at or after `since`, unordered. Records last `DELETION_ANNOUNCED_DAYS`.
   * A new event with the same id replaces the record.
   */
  listDeleted(since: Date): Promise<DeletedEvent[]>;
  /**
   * @returns the events that begin at most a year before `now`, or later, including drafts; unordered. An event lasts less
   * than a year (docs/specification.md section 15), so every event that is not over is among them.
   */
  listSinceLastYear(now: Date): Promise<PlannedEvent[]>;
  /** @returns the drafts that are due for publication (`isDue`), unordered. Cheap enough for a call every minute. */
  listDue(now: Date): Promise<StoredEvent[]>;
  /** @returns the events with a `pageAddress`, including drafts, unordered */
  listWithPage(): Promise<PlannedEvent[]>;
}

const { collection, read } = KINDS.evenement;
const DELETION_RECORDS = "deleted-evenements";
const EPOCH_MS = Date.UTC(2020, 0, 1);

/** @param now clock for the times of writes */
export function createEvents(documents: Documents, now = () => new Date()): EventStore {
  const cards = createCards<EventFields, StoredEvent>(documents, KINDS.evenement, {
    now,
    deletionRecords: DELETION_RECORDS,
    read: (card, document) => ({ ...card, sequence: sequenceOf(document) }),
    fieldsOfWrite: (before, deletionRecord, at) => ({
      sequence: following(Math.max(before ? sequenceOf(before) : -1, sequenceIn(deletionRecord?.content)), at),
    }),
    deletionRecordOf: (card, at) =>
      isAnnounced(card)
        ? { ...daysIn(card), sequence: following(card.sequence, at), updatedAt: at.toISOString() }
        : null,
  });
  const listWhere = async (where: QueryCondition): Promise<PlannedEvent[]> =>
    (await documents.query(collection, { where })).map(({ id, content }) => ({ ...read(content, id), id }));
  return {
    ...cards,

    async moveToBin(id, version, deletion) {
      const outcome = await cards.moveToBin(id, version, deletion);
      if (outcome === "updated")
        await purgeBefore(documents, DELETION_RECORDS, "updatedAt", deletionsAnnouncedSince(deletion.at).toISOString());
      return outcome;
    },

    async getBySubject(subject) {
      const [found] = await documents.query(collection, { where: { field: "subject", equals: subject }, limit: 1 });
      if (found) return cards.get(found.id);
      // Documents of the older Firebase site have no field `subject`.
      return (await cards.list()).find((event) => event.subject === subject) ?? null;
    },

    async listDue(at) {
      const [from, to] = publicationsBy(at);
      const where = { field: EVENT_NAMES.publication, from, to };
      const found = await documents.query(collection, { where, select: [] });
      const cardsFound = await Promise.all(found.map(({ id }) => cards.get(id)));
      return cardsFound.filter((card): card is StoredEvent => card !== null && isDue(card, at));
    },

    listSinceLastYear: (at) =>
      listWhere({ field: EVENT_NAMES.month, from: monthsBefore(at, 12).toISOString().slice(0, 7) }),

    listWithPage: () => listWhere({ field: EVENT_NAMES.pageAddress, from: "0" }),

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

const daysIn = (of: Partial<Record<keyof EventDays, unknown>>): EventDays =>
  Object.fromEntries(DAY_FIELDS.map((name) => [name, String(of[name] ?? "")])) as EventDays;

/** Seconds since `EPOCH_MS`. Unlike a counter, the time also grows if a new event gets the id of a deleted one. */
const seconds = (instant: Date): number => Math.floor((instant.getTime() - EPOCH_MS) / 1000);

const following = (sequence: number, at: Date): number => Math.max(sequence + 1, seconds(at));

/** The older website does not increase `sequence`. So `sequence` is at least the time of the last write. */
const sequenceOf = ({ content, changedAt }: Pick<StoredDocument, "content" | "changedAt">): number =>
  Math.max(sequenceIn(content), seconds(changedAt), 0);

const sequenceIn = (content: Content | null | undefined): number =>
  Number.isInteger(content?.sequence) ? Number(content?.sequence) : -1;
