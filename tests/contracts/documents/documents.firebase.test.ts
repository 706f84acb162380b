import { onTestFinished } from "vitest";
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { describeDocuments } from "./documents.contract.ts";

describeDocuments(
  "documents in Firestore",
  async () => {
    const { openOne } = firestoreProject();
    return async () => {
      const documents = createFirestoreDocuments(openOne());
      onTestFinished(() => documents.close());
      return documents;
    };
  },
  describeHosted,
);
