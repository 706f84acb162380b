import { onTestFinished } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import type { Documents } from "#ports/documents.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";

/**
 * Creates a project in the Firestore emulator.
 * @returns `openOne`, which opens its documents on a new connection, and `db`, another connection
 */
export function firestoreDocuments() {
  const { projectId, openOne } = firestoreProject();
  return {
    projectId,
    db: openOne(),
    openOne(): Documents {
      const documents = createFirestoreDocuments(openOne());
      onTestFinished(() => documents.close());
      return documents;
    },
  };
}
