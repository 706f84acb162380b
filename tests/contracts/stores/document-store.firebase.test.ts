import { DocumentReference, Firestore, Query, type QuerySnapshot } from "@google-cloud/firestore";
import { expect, it, onTestFinished, vi } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { anEvenement } from "#tests/evenement-of-a-month.ts";
import { documentHistoryContract } from "./document-history.contract.ts";
import { documentPicturesContract } from "./document-pictures.contract.ts";
import { documentStoreContract } from "./document-store.contract.ts";
import { evenementStoreContract } from "./evenement-store.contract.ts";
import { firestoreProject } from "./firestore-project.ts";
import { EVENEMENTS, MEMBRES } from "./samples.ts";

const ana = MEMBRES.example;

describeHosted("documents in Firestore", () => {
  const makeMembres = async (now?: () => Date) => {
    const { openOne } = firestoreProject();
    return async () => createMembreStore(openOne(), now);
  };
  const makeEvenements = async (now?: () => Date) => {
    const { openOne } = firestoreProject();
    return async () => createEvenementStore(openOne(), now);
  };
  documentStoreContract("membres in Firestore", makeMembres, MEMBRES);
  documentStoreContract("evenements in Firestore", makeEvenements, EVENEMENTS);
  documentHistoryContract("membres in Firestore", makeMembres, MEMBRES);
  documentHistoryContract("evenements in Firestore", makeEvenements, EVENEMENTS);
  documentPicturesContract("membres in Firestore", makeMembres, MEMBRES);
  documentPicturesContract("evenements in Firestore", makeEvenements, EVENEMENTS);

  evenementStoreContract("the calendar's side of evenements in Firestore", async (now) =>
    createEvenementStore(firestoreProject().openOne(), now),
  );

  it("keeps the two collections apart", async () => {
    const db = firestoreProject().openOne();
    await createMembreStore(db).create("A", ana);
    expect(await createEvenementStore(db).list()).toEqual([]);
    expect(await createEvenementStore(db).create("A", anEvenement())).toBe("created");
  });

  it("costs a list one query, and the drafts that are due one on a single field, which no index has to be made for", async () => {
    const db = firestoreProject().openOne();
    const evenements = createEvenementStore(db);
    const publications = ["", "draft", "2025-01-01T00:00:00.000Z", "2999-01-01T00:00:00.000Z"];
    for (const [i, Publication] of publications.entries())
      await evenements.create(`Fête${i}`, anEvenement({ Publication }), null, null);
    const [query, where, document, several] = [
      vi.spyOn(Query.prototype, "get"),
      vi.spyOn(Query.prototype, "where"),
      vi.spyOn(DocumentReference.prototype, "get"),
      vi.spyOn(Firestore.prototype, "getAll"),
    ];
    onTestFinished(() => {
      vi.restoreAllMocks();
    });
    expect(await evenements.list()).toHaveLength(4);
    expect(await evenements.listDue(new Date("2026-01-01T00:00:00.000Z"))).toMatchObject([{ id: "Fête2" }]);
    const read = query.mock.settledResults.map(({ value }) => (value as QuerySnapshot).size);
    expect(read).toEqual([4, 1]);
    expect(new Set(where.mock.calls.map(([field]) => field))).toEqual(new Set(["Publication"]));
    expect([document.mock.calls, several.mock.calls]).toEqual([[], []]);
  });
});
