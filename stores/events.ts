import { DAY_FIELDS, type EventDays } from "#domain/events/days.ts";
import { EVENT_FIELDS } from "#domain/events/event-fields.ts";
import { deletionsAnnouncedSince, type EventFields, isAnnounced } from "#domain/events/planned-event.ts";
import { isDue, publicationsBy } from "#domain/events/publication.ts";
import type { Stored } from "#domain/stored.ts";
import type { Content, Documents, StoredDocument } from "#ports/documents.ts";
import type { FieldNames } from "./card-document.ts";
import type { CardStore } from "./card-store.ts";
import { createCards } from "./cards.ts";

/**
 * An event as it was read. `sequence` is an integer from 0 to 2³¹-1 that grows with every write under its id, also
 * when the event is deleted and another one created there: calendars take an announcement with a lower one for old.
 */
export type StoredEvent = Stored<EventFields> & { readonly sequence: number };

/**
 * What is left of a deleted event that was announced: what calendars need to remove it. `updatedAt` is the time of the
 * deletion, `sequence` the number that the deletion got.
 */
export type DeletedEvent = EventDays & Pick<StoredEvent, "id" | "updatedAt" | "sequence">;

/** The collection `evenements`. */
export interface EventStore extends CardStore<EventFields, StoredEvent> {
  /**
   * Announced events that were deleted, so that calendars which have them can be told. Deleting leaves this trace in
   * the same write (a draft leaves none). An event that is created or restored under the id afterwards takes its place, and
   * it goes with what is erased for good from the recycle bin.
   * @param since traces older than this are left out; those older than `DELETION_ANNOUNCED_DAYS` may be gone for good
   * @returns the traces, in no particular order
   */
  listDeleted(since: Date): Promise<DeletedEvent[]>;

  /**
   * Asked every minute: it costs what is due, however many events and drafts there are.
   * @returns the drafts that have to be announced by now (`isDue`), in no particular order
   */
  listDue(now: Date): Promise<StoredEvent[]>;
}

const EVENTS = "evenements";

/** SPEC.md section 3 and PRODUCT.md, collection `evenements`. */
export const EVENT_NAMES = Object.fromEntries(
  Object.entries(EVENT_FIELDS).map(([name, { wire }]) => [name, wire]),
) as FieldNames<EventFields>;

/** What is left of a deleted event for calendars. */
const TRACES = "deleted-evenements";
const EPOCH_MS = Date.UTC(2020, 0, 1);
/** Traces that one transaction sweeps. */
const SWEPT_MAX = 100;

/** @param now the time of a write */
export function createEvents(documents: Documents, now = () => new Date()): EventStore {
  const cards = createCards<EventFields, StoredEvent>(documents, {
    ...{ collection: EVENTS, subject: "evenement", names: EVENT_NAMES, now, traces: TRACES },
    read: (card, document) => ({ ...card, sequence: sequenceOf(document) }),
    fieldsOfWrite: (before, trace, at) => ({
      sequence: following(Math.max(before ? sequenceOf(before) : -1, sequenceIn(trace?.content)), at),
    }),
    traceOf: (card, at) =>
      isAnnounced(card)
        ? {
            ...daysIn(card),
            ...{ sequence: following(card.sequence, at), updatedAt: at.toISOString() },
          }
        : null,
  });
  return {
    ...cards,

    async moveToBin(id, version, deletion) {
      const outcome = await cards.moveToBin(id, version, deletion);
      if (outcome === "updated") await sweepTraces(documents, deletion.at);
      return outcome;
    },

    async listDue(at) {
      const [from, to] = publicationsBy(at);
      const found = await documents.query(EVENTS, {
        where: { field: EVENT_NAMES.publication, from, to },
        select: [],
      });
      const cardsFound = await Promise.all(found.map(({ id }) => cards.get(id)));
      return cardsFound.filter((card) => card !== null).filter((card) => isDue(card, at));
    },

    async listDeleted(since) {
      const found = await documents.query(TRACES, { where: { field: "updatedAt", from: since.toISOString() } });
      return found.map(({ id, content }) => ({
        ...daysIn(content),
        ...{ id, updatedAt: String(content.updatedAt), sequence: sequenceIn(content) },
      }));
    },
  };
}

/** @returns when an event takes place, as a card or a trace says it */
const daysIn = (of: Partial<Record<keyof EventDays, unknown>>): EventDays =>
  Object.fromEntries(DAY_FIELDS.map((name) => [name, String(of[name] ?? "")])) as EventDays;

async function sweepTraces(documents: Documents, at: Date): Promise<void> {
  const before = deletionsAnnouncedSince(at).toISOString();
  const where = { field: "updatedAt", before };
  if ((await documents.query(TRACES, { where, limit: 1, select: [] })).length === 0) return;
  await documents.transaction(
    async (transaction) => {
      const outdated = await transaction.query(TRACES, { where, limit: SWEPT_MAX, select: [] });
      for (const { id } of outdated) transaction.delete(TRACES, id);
    },
    { erases: true },
  );
}

/** A `sequence` follows the clock, so that it needs no counter: this many seconds fit until 2088. */
const seconds = (instant: Date): number => Math.floor((instant.getTime() - EPOCH_MS) / 1000);

const following = (sequence: number, at: Date): number => Math.max(sequence + 1, seconds(at));

/** Grows too when another site writes, which leaves the number in the document as it is. */
const sequenceOf = ({ content, changedAt }: Pick<StoredDocument, "content" | "changedAt">): number =>
  Math.max(sequenceIn(content), seconds(changedAt), 0);

/** @returns -1 for none */
const sequenceIn = (content: Content | null | undefined): number =>
  Number.isInteger(content?.sequence) ? Number(content?.sequence) : -1;
