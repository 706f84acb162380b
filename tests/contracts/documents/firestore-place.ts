import { onTestFinished } from "vitest";
import { createDocuments } from "#adapters/firestore/documents.ts";
import type { Documents } from "#ports/documents.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";

/**
 * A project of its own in the Firestore emulator.
 * @returns `openOne`, which opens its documents on a connection of their own, and `db`, another connection
 */
export function firestoreDocuments() {
  const { projectId, openOne } = firestoreProject();
  return {
    projectId,
    db: openOne(),
    openOne(): Documents {
      const documents = createDocuments(openOne());
      onTestFinished(() => documents.close());
      return documents;
    },
  };
}
