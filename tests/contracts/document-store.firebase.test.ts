import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { unEvenement } from "#tests/evenements.ts";
import { documentStoreContract } from "./document-store.contract.ts";
import { evenementStoreContract } from "./evenement-store.contract.ts";
import { projetFirestore } from "./projet-firestore.ts";

const ana = { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" };

describeHosted("documents in Firestore", () => {
  documentStoreContract(
    "membres in Firestore",
    async (maintenant) => {
      const { ouvrir } = projetFirestore();
      return async () => createMembreStore(ouvrir(), maintenant);
    },
    { exemple: ana, autre: { Prenom: "Léo", Nom: "Varone", Poste: "Caissier" } },
  );

  documentStoreContract(
    "evenements in Firestore",
    async (maintenant) => {
      const { ouvrir } = projetFirestore();
      return async () => createEvenementStore(ouvrir(), maintenant);
    },
    {
      exemple: unEvenement({ Nom: "Fête d’été" }),
      autre: {
        Nom: "Loto",
        Date: "2025-11",
        Du: "2025-11-08",
        Au: "2025-11-09",
        Heure: "19:30",
        Lieu: "Halle",
        AfterMovie: "https://exemple.ch/film",
        Etat: "annule",
      },
    },
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
