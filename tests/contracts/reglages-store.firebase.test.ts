import { expect, it } from "vitest";
import { createReglagesStore } from "#adapters/firebase/reglages-store.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { projetFirestore } from "./projet-firestore.ts";
import { ANNE, reglagesStoreContract } from "./reglages-store.contract.ts";

describeHosted("settings of a hosted site", () => {
  reglagesStoreContract("settings in Firestore", async () => {
    const { ouvrir } = projetFirestore();
    return async () => createReglagesStore(ouvrir());
  });

  it("fills in a setting that did not exist yet when the others were saved, and lets it be saved", async () => {
    const db = projetFirestore().ouvrir();
    await db.doc("reglages/actuels").set({ contenu: { annee: 2024, lieu: "Sion" } });
    const store = createReglagesStore(db);
    const lus = await store.get();
    expect(lus).toMatchObject({ ...REGLAGES_DE_DEPART, annee: 2024, lieu: "Sion", modifies: null });
    expect(await store.save(lus, lus.version, ANNE)).toBe("enregistre");
    expect(await store.get()).toMatchObject({ annee: 2024, modifies: ANNE });
  });

  it("takes what somebody wrote into the database by hand for a setting only where it can be one", async () => {
    const db = projetFirestore().ouvrir();
    const contenu = { annee: "2024", lieu: null, destinataires: [1, 2], npa: "1950", inconnu: "x" };
    await db.doc("reglages/actuels").set({ contenu });
    const { version, modifies, ...lus } = await createReglagesStore(db).get();
    expect(lus).toEqual({ ...REGLAGES_DE_DEPART, npa: "1950" });
  });
});
