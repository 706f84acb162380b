import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { unEvenement } from "#tests/evenements.ts";
import { documentStoreContract } from "./document-store.contract.ts";
import { evenementStoreContract } from "./evenement-store.contract.ts";
import { EVENEMENTS, MEMBRES } from "./exemples.ts";
import { projetFirestore } from "./projet-firestore.ts";

const ana = MEMBRES.exemple;

describeHosted("documents in Firestore", () => {
  documentStoreContract(
    "membres in Firestore",
    async (maintenant) => {
      const { ouvrir } = projetFirestore();
      return async () => createMembreStore(ouvrir(), maintenant);
    },
    MEMBRES,
  );

  documentStoreContract(
    "evenements in Firestore",
    async (maintenant) => {
      const { ouvrir } = projetFirestore();
      return async () => createEvenementStore(ouvrir(), maintenant);
    },
    EVENEMENTS,
  );

  evenementStoreContract("the calendar's side of evenements in Firestore", async (maintenant) =>
    createEvenementStore(projetFirestore().ouvrir(), maintenant),
  );

  it("keeps the two collections apart", async () => {
    const db = projetFirestore().ouvrir();
    await createMembreStore(db).create("A", ana);
    expect(await createEvenementStore(db).list()).toEqual([]);
    expect(await createEvenementStore(db).create("A", unEvenement())).toBe("cree");
  });
});
