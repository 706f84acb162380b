import type { DocumentSnapshot, Firestore } from "@google-cloud/firestore";
import { CHAMPS_EVENEMENT, type ChampsEvenement, retraitsDepuis } from "#domain/evenement.ts";
import type { EvenementRetire, EvenementStocke, EvenementStore } from "#ports/evenement-store.ts";
import { ask } from "./calls.ts";
import { COLLECTIONS } from "./collections.ts";
import { createDocumentStore } from "./document-store.ts";

const EPOQUE_MS = Date.UTC(2020, 0, 1);

/** So many old traces go with one deletion at most: one write of Firestore has its limits. */
const BALAYES_MAX = 100;

/** A `sequence` follows the clock, so that it needs no counter: this many seconds fit until 2088. */
const secondes = (instant: Date): number => Math.floor((instant.getTime() - EPOQUE_MS) / 1000);

const suivante = (sequence: number, le: Date): number => Math.max(sequence + 1, secondes(le));

/** Grows too when somebody writes without this site, which leaves the number in the document as it is. */
function sequenceDe(snapshot: DocumentSnapshot): number {
  const sequence: unknown = snapshot.get("sequence");
  const ecrite = snapshot.updateTime ? secondes(snapshot.updateTime.toDate()) : 0;
  return Math.max(Number.isInteger(sequence) ? Number(sequence) : 0, ecrite);
}

/**
 * Makes the collection `evenements`.
 * @param db as `openFirestore` gave it
 * @param maintenant the time of a write
 */
export function createEvenementStore(db: Firestore, maintenant = () => new Date()): EvenementStore {
  const retires = db.collection(COLLECTIONS.retires);
  const documents = createDocumentStore<ChampsEvenement, EvenementStocke>(db, {
    nom: "evenements",
    champs: CHAMPS_EVENEMENT,
    maintenant,
    lire: (document, snapshot) => ({ ...document, sequence: sequenceDe(snapshot) }),

    async ajout(id, avant, le) {
      const derniere: unknown = avant?.sequence ?? (await ask(retires.doc(id).get())).get("sequence");
      return { sequence: suivante(Number.isInteger(derniere) ? Number(derniere) : -1, le) };
    },

    aLaCreation: (batch, id) => batch.delete(retires.doc(id)),

    async aLaSuppression({ id, sequence, version: _, modifieLe: __, ...champs }, le) {
      const limite = retraitsDepuis(le).toISOString();
      const perimes = await ask(retires.where("modifieLe", "<", limite).select().limit(BALAYES_MAX).get());
      return (batch) => {
        for (const { ref } of perimes.docs) batch.delete(ref);
        batch.set(retires.doc(id), { ...champs, sequence: suivante(sequence, le), modifieLe: le.toISOString() });
      };
    },
  });

  return {
    ...documents,
    async retires(depuis) {
      const traces = await ask(retires.where("modifieLe", ">=", depuis.toISOString()).get());
      return traces.docs.map((trace) => ({ ...(trace.data() as Omit<EvenementRetire, "id">), id: trace.id }));
    },
  };
}
