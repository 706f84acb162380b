import { createDocuments } from "#adapters/firestore/documents.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { type BinPlace, binOf } from "./recycle-bin.contract.ts";

/** A project of its own in the emulator. @returns what gives another connection to it, as another instance would have */
export async function firestoreBin(): Promise<() => Promise<BinPlace>> {
  const { openOne } = firestoreProject();
  return async () => binOf(createDocuments(openOne()));
}
