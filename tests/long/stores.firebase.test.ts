/** The contract tests of the stores, on Firestore. */
import { createFirestoreDocuments } from "#adapters/firestore/documents.ts";
import { firestoreProject } from "#tests/contracts/stores/firestore-project.ts";
import { storesContract } from "#tests/contracts/stores/stores.contract.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";

describeHosted("on Firestore", () =>
  storesContract(async () => {
    const { openOne } = firestoreProject();
    return async () => createFirestoreDocuments(openOne());
  }),
);
