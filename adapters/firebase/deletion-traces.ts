/** The collection `deleted-evenements`: what calendars need to remove an event (ports/evenement-store.ts). */
import { type DocumentSnapshot, FieldValue, type Firestore } from "@google-cloud/firestore";
import { EVENEMENT_FIELDS, type EvenementFields, isAnnounced } from "#domain/evenement.ts";
import { DAY_FIELDS, type EvenementDays } from "#domain/planning/days.ts";
import type { DeletedEvenement } from "#ports/evenement-store.ts";
import { fieldsIn } from "./document-fields.ts";
import { ask, change, put, remove } from "./firestore-calls.ts";
import { COLLECTIONS } from "./firestore-fields.ts";

/** Traces that are trimmed in one write. */
const AT_ONCE = 50;

/** @returns the number of a document; -1 for none */
export function sequenceIn(document: object | null | undefined): number {
  const sequence: unknown = (document as { sequence?: unknown } | null | undefined)?.sequence;
  return Number.isInteger(sequence) ? Number(sequence) : -1;
}

/** @returns the fields of a trace */
export const traceFields = (days: EvenementDays, updatedAt: string, sequence: number) => ({
  ...fieldsIn<EvenementDays>(DAY_FIELDS, days),
  ...{ updatedAt, sequence },
});

/** @returns null for that of a draft, which only versions up to November 2026 left */
export function readTrace(trace: DocumentSnapshot): DeletedEvenement | null {
  const data = trace.data() ?? {};
  if ("Nom" in data && !isAnnounced(fieldsIn<EvenementFields>(EVENEMENT_FIELDS, data))) return null;
  const updatedAt = String(trace.get("updatedAt"));
  return { id: trace.id, ...traceFields(data as EvenementDays, updatedAt, sequenceIn(data)) };
}

/**
 * Removes all other fields from the traces that versions up to November 2026 left, or leave beside this one.
 * @throws when the store does not answer
 */
export async function trimTraces(db: Firestore): Promise<void> {
  const older = db.collection(COLLECTIONS.deleted).orderBy("Nom").limit(AT_ONCE);
  while (
    await change(db, async (write) => {
      const { docs } = await ask(older.get());
      if (docs.length === 0) return false;
      await write((batch) => {
        for (const trace of docs) {
          const kept = readTrace(trace);
          if (!kept) remove(batch, trace);
          else put(batch, trace, { ...withoutFields(trace), ...traceFields(kept, kept.updatedAt, kept.sequence) });
        }
      });
      return true;
    })
  );
}

const withoutFields = (trace: DocumentSnapshot): object =>
  Object.fromEntries(Object.keys(trace.data() ?? {}).map((field) => [field, FieldValue.delete()]));
