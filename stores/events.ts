import { deletionsAnnouncedSince, EVENEMENT_FIELDS, type EvenementFields, isAnnounced } from "#domain/evenement.ts";
import { DAY_FIELDS, type EvenementDays } from "#domain/planning/days.ts";
import { isDue, publicationsBy } from "#domain/planning/publication.ts";
import type { Content, Documents, StoredDocument } from "#ports/documents.ts";
import type { EvenementStore, StoredEvenement } from "#ports/evenement-store.ts";
import { fieldsIn } from "./card-document.ts";
import { createCards } from "./cards.ts";

const EVENTS = "evenements";
/** What is left of a deleted event for calendars. */
const TRACES = "deleted-evenements";
const EPOCH_MS = Date.UTC(2020, 0, 1);
/** Traces that one transaction sweeps. */
const SWEPT_MAX = 100;

/** @param now the time of a write */
export function createEvents(documents: Documents, now = () => new Date()): EvenementStore {
  const cards = createCards<EvenementFields, StoredEvenement>(documents, {
    ...{ collection: EVENTS, subject: "evenement", fieldNames: EVENEMENT_FIELDS, now, traces: TRACES },
    read: (card, document) => ({ ...card, sequence: sequenceOf(document) }),
    fieldsOfWrite: (before, trace, at) => ({
      sequence: following(Math.max(before ? sequenceOf(before) : -1, sequenceIn(trace?.content)), at),
    }),
    traceOf: (card, at) =>
      isAnnounced(card)
        ? {
            ...fieldsIn<EvenementDays>(DAY_FIELDS, card),
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
        where: { field: "Publication", from, to },
        select: ["Publication"],
      });
      const cardsFound = await Promise.all(found.map(({ id }) => cards.get(id)));
      return cardsFound.filter((card) => card !== null).filter((card) => isDue(card, at));
    },

    async listDeleted(since) {
      const found = await documents.query(TRACES, { where: { field: "updatedAt", from: since.toISOString() } });
      return found.map(({ id, content }) => ({
        ...fieldsIn<EvenementDays>(DAY_FIELDS, content),
        ...{ id, updatedAt: String(content.updatedAt), sequence: sequenceIn(content) },
      }));
    },
  };
}

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
