import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { rangDuPoste } from "#domain/membre.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { unEvenement } from "#tests/evenements.ts";
import { projetFirestore } from "./projet-firestore.ts";

const ancien = { Prenom: "Ana", Nom: "Dupont", Poste: "Réseaux-sociaux", Telephone: "0791234567" };

describeHosted("a project in which an older site has written", () => {
  it("shows its members, those with another spelling of a post among them", async () => {
    const db = projetFirestore().ouvrir();
    await db.doc("membres/DupontRéseaux-sociaux").set(ancien);
    const [membre, ...autres] = await createMembreStore(db).list();
    expect(autres).toEqual([]);
    expect(membre).toEqual({
      ...{ id: "DupontRéseaux-sociaux", Prenom: "Ana", Nom: "Dupont", Poste: "Réseaux-sociaux" },
      version: expect.any(String),
      modifieLe: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(rangDuPoste(membre?.Poste ?? "")).toBe(4);
  });

  it("shows its events, without what it did not know yet", async () => {
    const db = projetFirestore().ouvrir();
    await db.doc("evenements/Fête0825").set({ Nom: "Fête", Date: "2025-08", Lieu: "Savièse", AfterMovie: "" });
    expect(await createEvenementStore(db).get("Fête0825")).toMatchObject(unEvenement());
  });

  it("keeps what the site does not know of when the committee saves a member", async () => {
    const db = projetFirestore().ouvrir();
    await db.doc("membres/A").set(ancien);
    const membres = createMembreStore(db, () => new Date("2025-08-01T20:15:00.000Z"));
    const lu = await membres.get("A");
    const suivant = { Prenom: "Ana", Nom: "Dupont", Poste: "Réseaux Sociaux" };
    expect(await membres.update("A", suivant, lu?.version ?? "")).toBe("modifie");
    expect((await db.doc("membres/A").get()).data()).toMatchObject({ ...suivant, Telephone: "0791234567" });
    expect((await membres.get("A"))?.modifieLe).toBe("2025-08-01T20:15:00.000Z");
  });

  it("lets its documents be deleted, and leaves the trace of an event that calendars ask for", async () => {
    const db = projetFirestore().ouvrir();
    await db.doc("evenements/Loto1125").set({ Nom: "Loto", Date: "2025-11", Lieu: "Halle" });
    const evenements = createEvenementStore(db);
    const avant = await evenements.get("Loto1125");
    await evenements.delete("Loto1125");
    expect(await evenements.list()).toEqual([]);
    const [trace] = await evenements.retires(new Date(0));
    expect(trace).toMatchObject({ id: "Loto1125", Nom: "Loto", AfterMovie: "" });
    expect(trace?.sequence).toBeGreaterThan(avant?.sequence ?? Number.POSITIVE_INFINITY);
    expect(trace?.sequence).toBeLessThan(2 ** 31);
  });

  it("reads a field that holds no text, or is not there, as far as it can be shown", async () => {
    const db = projetFirestore().ouvrir();
    await db.doc("evenements/A").set({ Nom: 2025, Date: null, Lieu: { rue: "x" }, AfterMovie: ["y"], Du: true });
    expect(await createEvenementStore(db).list()).toMatchObject([
      { Nom: "2025", Date: "", Lieu: "", AfterMovie: "", Du: "true", Etat: "" },
    ]);
    await db.doc("membres/B").set({ modifieLe: 12, sequence: "x" });
    expect(await createMembreStore(db).list()).toMatchObject([
      { id: "B", Nom: "", Prenom: "", Poste: "", modifieLe: expect.stringMatching(/^20.*Z$/) },
    ]);
  });

  it.each(["L’été (bis) : 100 % !", "a.b", "..a", "Zoé 🎺", "`x`[0]", "_"])(
    "takes up a document with the identifier '%s', which this site would not give",
    async (id) => {
      const db = projetFirestore().ouvrir();
      await db.collection("evenements").doc(id).set({ Nom: "Fête", Date: "2025-08", Lieu: "Savièse" });
      const evenements = createEvenementStore(db);
      const [lu] = await evenements.list();
      expect(await evenements.update(id, unEvenement({ Lieu: "Sion" }), lu?.version ?? "")).toBe("modifie");
      expect(await evenements.get(id)).toMatchObject({ id, Lieu: "Sion" });
      await evenements.delete(id);
      expect(await evenements.get(id)).toBeNull();
    },
  );

  it.each(["", "a/b", "/", ".", "..", "__id__", "x".repeat(2000), "a\ud800"])(
    "knows nothing under a name that Firestore cannot have (%#)",
    async (id) => {
      const membres = createMembreStore(projetFirestore().ouvrir());
      expect(await membres.get(id)).toBeNull();
      expect(await membres.update(id, ancien, "1.000000000")).toBe("absent");
      await membres.delete(id);
    },
  );

  it("takes an identifier for taken that one of its documents has in another case", async () => {
    const db = projetFirestore().ouvrir();
    await db.doc("membres/DupontMembre").set(ancien);
    const membres = createMembreStore(db);
    expect(await membres.create("DUPONTmembre", ancien)).toBe("pris");
    expect(await membres.list()).toHaveLength(1);
    await membres.delete("DupontMembre");
    expect(await membres.create("DUPONTmembre", ancien)).toBe("cree");
  });

  it("gives an identifier again after its document was deleted by hand in the database", async () => {
    const db = projetFirestore().ouvrir();
    const membres = createMembreStore(db);
    await membres.create("A", ancien);
    await db.doc("membres/A").delete();
    expect(await membres.create("a", ancien)).toBe("cree");
    expect(await membres.create("A", ancien)).toBe("pris");
  });

  it("keeps an identifier taken when somebody deletes what has it in another case only", async () => {
    const db = projetFirestore().ouvrir();
    const membres = createMembreStore(db);
    await membres.create("Ana", ancien);
    await membres.delete("ANA");
    expect((await db.collection("cles").get()).size).toBe(1);
    await membres.delete("Ana");
    expect((await db.collection("cles").get()).size).toBe(0);
  });

  it("tells a committee member that somebody has edited the document by hand meanwhile", async () => {
    const db = projetFirestore().ouvrir();
    const evenements = createEvenementStore(db);
    await evenements.create("A", unEvenement());
    const lu = await evenements.get("A");
    await db.doc("evenements/A").update({ Lieu: "Sion" });
    expect(await evenements.update("A", unEvenement(), lu?.version ?? "")).toBe("depasse");
    expect((await evenements.get("A"))?.Lieu).toBe("Sion");
  });
});
