import { createDocuments } from "#adapters/firestore/documents.ts";
import { createCommittee } from "#stores/committee.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createRecycleBin } from "#stores/recycle-bin.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import type { BinPlace } from "./recycle-bin.contract.ts";

/** A project of its own in the emulator. @returns what gives another connection to it, as another instance would have */
export async function firestoreBin(): Promise<() => Promise<BinPlace>> {
  const { openOne } = firestoreProject();
  return async () => {
    const documents = createDocuments(openOne());
    return {
      ...{ bin: createRecycleBin(documents), committee: createCommittee(documents), events: createEvents(documents) },
      inbox: createInbox(documents),
    };
  };
}
