import { expect, it, vi } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { canWrite } from "#adapters/firebase/health.ts";
import { createInbox } from "#adapters/firebase/inbox.ts";
import { announceImages } from "#adapters/firebase/listeners.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { createReglagesStore } from "#adapters/firebase/reglages-store.ts";
import { REGLAGES_DE_DEPART } from "#domain/reglages.ts";
import type { Envoi } from "#domain/submission.ts";
import { ouvrirCoupure } from "#tests/emulators/coupure.ts";
import { describeHosted, ENV_EMULATEURS } from "#tests/emulators/hosted.ts";
import { refusingFirestore } from "#tests/emulators/refusing-firestore.ts";
import { unEvenement } from "#tests/evenements.ts";
import { projetFirestore } from "../contracts/projet-firestore.ts";

const MIDI = new Date("2025-08-01T12:00:00.000Z");
const ana = { Prenom: "Ana", Nom: "Dupont", Poste: "Membre" };
const ENVOI: Envoi = {
  type: "message",
  contenu: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: "Bonjour" },
};

/** Far less than the 40 s to ten minutes for which Google's library tries again, and time enough for a slow machine. */
const DELAI_GENEREUX_MS = 12_000;

const PATIENCE = { timeout: 20_000, interval: 10 };

/** Stores at the end of a line that can be cut, and another connection to the same project that cannot. */
async function site() {
  const ligne = await ouvrirCoupure(ENV_EMULATEURS.FIRESTORE_EMULATOR_HOST ?? "");
  const { ouvrir } = projetFirestore();
  const db = ouvrir(ligne.adresse);
  const membres = createMembreStore(db);
  await vi.waitFor(() => membres.create("DupontMembre", ana), PATIENCE);
  const version = (await membres.get("DupontMembre"))?.version ?? "";
  const [evenements, reglages, inbox] = [createEvenementStore(db), createReglagesStore(db), createInbox(db)];
  const appels: Record<string, () => Promise<unknown>> = {
    list: () => membres.list(),
    get: () => membres.get("DupontMembre"),
    create: () => membres.create("VaroneMembre", ana),
    update: () => membres.update("DupontMembre", ana, version),
    delete: () => membres.delete("DupontMembre"),
    evenement: () => evenements.create("A", unEvenement()),
    retires: () => evenements.retires(MIDI),
    reglages: () => reglages.get(),
    save: () => reglages.save(REGLAGES_DE_DEPART, "0", { email: "anne@exemple.ch", le: MIDI }),
    add: () => inbox.add(ENVOI, MIDI),
    entree: () => inbox.get("x"),
    claimDue: () => inbox.claimDue(MIDI, 60_000, 1),
    nextDue: () => inbox.nextDue(),
    markSent: () => inbox.markSent("x", MIDI),
    markKept: () => inbox.markKept("x", MIDI),
    resend: () => inbox.resend("x", MIDI),
    search: () => inbox.search({ type: "message", texte: "", filtre: "tout", jour: "2025-08-01" }),
    count: () => inbox.count("message"),
    setTreated: () => inbox.setTreated("x", MIDI),
    effacer: () => inbox.delete("x"),
    countTreated: () => inbox.countTreated("message", MIDI),
    purge: () => inbox.purge("message", MIDI),
    images: () => announceImages(db, "membres"),
  };
  return { ligne, db, ailleurs: ouvrir(), membres, appels };
}

describeHosted("Firestore out of reach", () => {
  it.each(["couper", "figer"] as const)(
    "makes every call throw in good time, without naming anybody, and none once it is back (%s)",
    async (panne) => {
      const { ligne, appels, db, membres, ailleurs } = await site();
      ligne[panne]();
      // The library alone would repeat a write until it comes through, long after somebody was told that it failed.
      const temoins = Promise.all([1, 2, 3, 4, 5].map((n) => db.doc(`temoins/${n}`).create({})));
      const debut = performance.now();
      const issues = await Promise.allSettled(Object.values(appels).map((appel) => appel()));
      expect(performance.now() - debut).toBeLessThan(DELAI_GENEREUX_MS);
      const acceptes = Object.keys(appels).filter((_, i) => issues[i]?.status === "fulfilled");
      expect(acceptes).toEqual([]);
      for (const issue of issues)
        expect(String((issue as PromiseRejectedResult).reason?.stack)).not.toMatch(/Dupont|Varone|leo@|anne@/);
      expect(await canWrite(db)).toBe(false);

      ligne.retablir();
      await vi.waitFor(() => membres.list(), PATIENCE);
      expect(await canWrite(db)).toBe(true);
      await temoins;
      expect((await createMembreStore(ailleurs).list()).map(({ id }) => id)).toEqual(["DupontMembre"]);
      expect((await ailleurs.doc("etat/images").get()).exists).toBe(false);
      for (const collection of ["evenements", "reglages", "inbox", "inbox-empreintes"])
        expect((await ailleurs.collection(collection).get()).size).toBe(0);
    },
  );

  it.each([
    ["create", "membres/VaroneMembre", "cree"],
    ["update", "membres/DupontMembre", "modifie"],
    ["save", "reglages/actuels", "enregistre"],
    ["add", "inbox", expect.objectContaining({ nouvelle: true })],
  ])("knows its own write again when the connection breaks before the answer (%s)", async (nom, ou, issue) => {
    const { ligne, ailleurs, appels } = await site();
    const etat = async () => {
      const lu = ou.includes("/") ? [await ailleurs.doc(ou).get()] : (await ailleurs.collection(ou).get()).docs;
      return lu.map(({ updateTime }) => updateTime?.valueOf()).join();
    };
    const avant = await etat();
    ligne.retarder(500);
    const appel = appels[nom]?.();
    await vi.waitFor(async () => expect(await etat()).not.toBe(avant), PATIENCE);
    ligne.retablir();
    expect(await appel).toEqual(issue);
  });

  it("names nobody when Firestore refuses what it was given", async () => {
    const membres = createMembreStore(projetFirestore().ouvrir());
    const enorme = { ...ana, Nom: "x".repeat(2_000_000) };
    const refus = await membres.create("DupontMembre", enorme).catch((panne: unknown) => panne as Error);
    expect(String(refus)).toBe("FirestoreFault: Firestore answered INVALID_ARGUMENT.");
  });

  it.each(["PERMISSION_DENIED", "UNAUTHENTICATED", "NOT_FOUND"] as const)(
    "hears %s at once, when it reads as when it writes, and does not ask again",
    async (refusal) => {
      const { address, calls } = await refusingFirestore(refusal);
      const membres = createMembreStore(projetFirestore().ouvrir(address));
      await membres.list().catch(() => {});
      calls.length = 0;
      const began = performance.now();
      for (const call of [() => membres.list(), () => membres.get("DupontMembre")])
        await expect(call()).rejects.toMatchObject({ name: "FirestoreFault", code: refusal });
      expect(performance.now() - began).toBeLessThan(1_000);
      expect(calls).toEqual(["RunQuery", "BatchGetDocuments"]);
    },
  );
});
