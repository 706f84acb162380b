import { Timestamp } from "@google-cloud/firestore";
import { expect, it } from "vitest";
import { createEvenementStore } from "#adapters/firebase/evenement-store.ts";
import { createInbox } from "#adapters/firebase/inbox/inbox.ts";
import { createMembreStore } from "#adapters/firebase/membre-store.ts";
import { renameOlder } from "#adapters/firebase/older-names.ts";
import { createSettingsStore } from "#adapters/firebase/settings-store.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { firestoreProject } from "./firestore-project.ts";

const AT = "2026-08-01T20:15:00.000Z";
const CONTENT = { nom: "Zoé", email: "zoe@exemple.ch", sujet: "Salle", message: "Bonjour" };

/** What the version of mid-November 2026 left in a project. */
const OLDER: Readonly<Record<string, object>> = {
  "membres/DupontCaissier": {
    Nom: "Dupont",
    Prenom: "Ana",
    Poste: "Caissier",
    Telephone: "079",
    modifieLe: AT,
    ecriture: "a",
  },
  "evenements/Fête0826": {
    ...{ Nom: "Fête", Date: "2026-08", Lieu: "Savièse", AfterMovie: "", Du: "2026-08-01", Au: "2026-08-02" },
    ...{ Heure: "20:00", Etat: "annule", sequence: 12, modifieLe: AT, ecriture: "b" },
  },
  "evenements-retires/Bal0526": {
    Nom: "Bal",
    Date: "2026-05",
    Lieu: "Salle",
    Du: "",
    Au: "",
    Heure: "",
    Etat: "",
    sequence: 3,
    modifieLe: AT,
  },
  "cles/evenements fête0826": { id: "Fête0826" },
  "reglages/actuels": {
    ...{
      contenu: { annee: 2026, titulaire: "Les jeunes", npa: "1965", lieu: "Savièse", destinataires: ["a@exemple.ch"] },
    },
    ...{ modifieLe: AT, modifiePar: "ana@exemple.ch", ecriture: "c" },
  },
  "inbox/entry-1": {
    ...{
      type: "message",
      contenu: CONTENT,
      empreinte: "f",
      recuLe: AT,
      courrier: "echec",
      tentatives: 2,
      prochaine: AT,
    },
    ...{ echeance: null, raison: "Refusé.", envoyeLe: null, traiteLe: AT, autorisationRecueLe: null },
  },
  "inbox-empreintes/f": { id: "entry-1" },
  "etat/comptes": {
    comptes: {
      uid: {
        ...{ entree: true, derniereConnexion: Timestamp.fromDate(new Date(AT)), change: 4 },
        lien: { empreinte: "l", genre: "invitation", expireLe: Timestamp.fromDate(new Date(AT)) },
        sessions: { s: { expireLe: Timestamp.fromDate(new Date(AT)), device: "Firefox" } },
      },
    },
  },
  "etat/tour-emailjs": { prochain: 7 },
};

describeHosted("a project of the version before", () => {
  it("has the names of today after a start, and says the same as before", async () => {
    const db = firestoreProject().openOne();
    for (const [path, fields] of Object.entries(OLDER)) await db.doc(path).set(fields);
    await Promise.all([renameOlder(db), renameOlder(db)]);
    await db.doc("membres/ReyMembre").set({ Nom: "Rey", Prenom: "Léo", Poste: "Membre", modifieLe: AT, ecriture: "z" });
    await renameOlder(db);

    expect((await createMembreStore(db).get("ReyMembre"))?.updatedAt).toBe(AT);
    expect(await createMembreStore(db).get("DupontCaissier")).toMatchObject({ Prenom: "Ana", updatedAt: AT });
    expect((await db.doc("membres/DupontCaissier").get()).get("Telephone")).toBe("079");
    expect(await createEvenementStore(db).get("Fête0826")).toMatchObject({
      ...{ Nom: "Fête", FirstDay: "2026-08-01", LastDay: "2026-08-02", StartTime: "20:00", State: "annule" },
      updatedAt: AT,
    });
    expect(await createEvenementStore(db).listDeleted(new Date(0))).toMatchObject([{ id: "Bal0526", sequence: 3 }]);
    expect(await createSettingsStore(db).get()).toMatchObject({
      ...{ planningYear: 2026, holder: "Les jeunes", postcode: "1965", place: "Savièse", recipients: ["a@exemple.ch"] },
      lastSave: { by: { id: "", name: "ana@exemple.ch" }, at: new Date(AT) },
      photo: undefined,
    });
    expect(await createInbox(db).get("entry-1")).toMatchObject({
      ...{ content: CONTENT, receivedAt: new Date(AT), handledAt: new Date(AT) },
      mail: { state: "echec", reason: "Refusé." },
    });
    expect((await db.doc("state/accounts").get()).get("accounts.uid")).toMatchObject({
      ...{ entry: true, change: 4, link: { fingerprint: "l", kind: "invitation" } },
      sessions: { s: { device: "Firefox", expiresAt: Timestamp.fromDate(new Date(AT)) } },
    });
    expect((await db.doc("state/turn-emailjs").get()).get("nextAt")).toBe(7);
    for (const old of ["evenements-retires", "cles", "reglages", "inbox-empreintes", "etat"])
      expect((await db.collection(old).get()).size, old).toBe(0);
  });
});
