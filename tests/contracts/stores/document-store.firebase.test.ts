import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { documentHistoryContract } from "./document-history.contract.ts";
import { documentStoreContract } from "./document-store.contract.ts";
import { evenementStoreContract } from "./evenement-store.contract.ts";
import { firestoreProject } from "./firestore-project.ts";
import { EVENEMENTS, MEMBRES } from "./samples.ts";

const ana = MEMBRES.example;

describeHosted("documents in Firestore", () => {
  documentStoreContract(
    "membres in Firestore",
    async (now) => {
      const { openOne } = firestoreProject();
      return async () => createMembreStore(openOne(), now);
    },
    MEMBRES,
  );

  documentStoreContract(
    "evenements in Firestore",
    async (now) => {
      const { openOne } = firestoreProject();
      return async () => createEvenementStore(openOne(), now);
    },
    EVENEMENTS,
  );

  documentHistoryContract(
    "membres in Firestore",
    async (now) => {
      const { openOne } = firestoreProject();
      return async () => createMembreStore(openOne(), now);
    },
    MEMBRES,
  );

  documentHistoryContract(
    "evenements in Firestore",
    async (now) => {
      const { openOne } = firestoreProject();
      return async () => createEvenementStore(openOne(), now);
    },
    EVENEMENTS,
  );

  evenementStoreContract("the calendar's side of evenements in Firestore", async (now) =>
    createEvenementStore(firestoreProject().openOne(), now),
  );

  it("keeps the two collections apart", async () => {
    const db = firestoreProject().openOne();
    await createMembreStore(db).create("A", ana);
    expect(await createEvenementStore(db).list()).toEqual([]);
    expect(await createEvenementStore(db).create("A", anEvenement())).toBe("created");
  });
});
