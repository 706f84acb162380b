import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createInbox } from "#adapters/firebase/inbox/inbox.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createRecycleBin } from "#adapters/firebase/recycle-bin.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import type { BinPlace } from "./recycle-bin.contract.ts";

/** A project of its own in the emulator. @returns what gives another connection to it, as another instance would have */
export async function firestoreBin(): Promise<() => Promise<BinPlace>> {
  const { openOne } = firestoreProject();
  return async () => {
    const db = openOne();
    return {
      ...{ bin: createRecycleBin(db), membres: createMembreStore(db), evenements: createEvenementStore(db) },
      inbox: createInbox(db),
    };
  };
}
