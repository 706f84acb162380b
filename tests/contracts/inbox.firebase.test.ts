import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, it } from "vitest";
import { createInbox } from "#adapters/firebase/inbox.ts";
import type { Envoi } from "#domain/submission.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { inboxContract } from "./inbox.contract.ts";
import { inboxDeskContract } from "./inbox-desk.contract.ts";
import { projetFirestore } from "./projet-firestore.ts";

const MIDI = new Date("2025-08-01T12:00:00.000Z");
const apresMidi = (ms: number) => new Date(MIDI.getTime() + ms);

const message = (texte: string): Envoi => ({
  type: "message",
  contenu: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: texte },
});

/** Runs another process to its end, which comes by itself. @returns what it said */
async function lignesDe(...args: string[]): Promise<string[]> {
  const instance = spawn(process.execPath, [join(import.meta.dirname, "inbox-firebase.worker.ts"), ...args], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const fin = once(instance, "exit");
  const lignes: string[] = [];
  for await (const ligne of createInterface({ input: instance.stdout })) lignes.push(ligne);
  expect((await fin)[0]).toBe(0);
  return lignes;
}

describeHosted("the inbox of a hosted site", () => {
  const make = async () => {
    const { ouvrir } = projetFirestore();
    return async () => createInbox(ouvrir());
  };
  inboxContract("inbox in Firestore", make);
  inboxDeskContract("inbox in Firestore", make);

  it("takes up mail whose next attempt lies hours ahead: the clock has been set back since", async () => {
    const inbox = createInbox(projetFirestore().ouvrir());
    const { entree } = await inbox.add(message("Bonjour"), apresMidi(24 * 3_600_000));
    expect(await inbox.claimDue(MIDI, 60_000, 10)).toMatchObject([{ id: entree.id }]);
    expect(await inbox.claimDue(MIDI, 60_000, 10)).toEqual([]);
  });

  it("leaves nothing of an entry behind once it is deleted or purged", async () => {
    const db = projetFirestore().ouvrir();
    const inbox = createInbox(db);
    const efface = await inbox.add(message("un"), MIDI);
    const traite = await inbox.add(message("deux"), MIDI);
    await inbox.setTreated(traite.entree.id, MIDI);
    await inbox.delete(efface.entree.id);
    expect(await inbox.purge("message", apresMidi(1))).toBe(1);
    for (const collection of await db.listCollections()) expect((await collection.get()).size).toBe(0);
  });

  it("still knows a second click on what was sent again a day later, when the first entry is deleted", async () => {
    const inbox = createInbox(projetFirestore().ouvrir());
    const premier = await inbox.add(message("Bonjour"), MIDI);
    const second = await inbox.add(message("Bonjour"), apresMidi(25 * 3_600_000));
    await inbox.delete(premier.entree.id);
    const clic = await inbox.add(message("Bonjour"), apresMidi(25 * 3_600_000 + 500));
    expect(clic).toMatchObject({ nouvelle: false, entree: { id: second.entree.id } });
  });

  it("takes what is sent again after its entry was deleted by hand in the database", async () => {
    const db = projetFirestore().ouvrir();
    const inbox = createInbox(db);
    const { entree } = await inbox.add(message("Bonjour"), MIDI);
    await db.doc(`inbox/${entree.id}`).delete();
    expect(await inbox.add(message("Bonjour"), apresMidi(1000))).toMatchObject({ nouvelle: true });
  });

  it("makes one entry of each message and one claim of each entry when several processes work at once", async () => {
    const { projectId } = projetFirestore();
    const depots = await Promise.all([1, 2].map(() => lignesDe(projectId, "deposer", "30")));
    const nouvelles = depots.flat().filter((ligne) => ligne.startsWith("nouvelle"));
    expect(nouvelles).toHaveLength(30);
    expect(new Set(depots.flat().map((ligne) => ligne.split(" ")[1])).size).toBe(30);

    const prises = await Promise.all([1, 2].map(() => lignesDe(projectId, "livrer")));
    expect(prises.flat().sort()).toEqual(nouvelles.map((ligne) => ligne.replace("nouvelle", "prise")).sort());
  });

  it("finds an entry among two thousand within the deadline of a call", async () => {
    const db = projetFirestore().ouvrir();
    const ecrivain = db.bulkWriter();
    for (let i = 0; i < 2000; i++) {
      const recuLe = apresMidi(i * 1000).toISOString();
      const contenu = {
        nom: `Léo ${i}`,
        email: "leo@exemple.ch",
        sujet: "Brisolée",
        message: "châtaignes ".repeat(60),
      };
      void ecrivain.create(db.doc(`inbox/e${i}`), {
        ...{ type: "message", contenu, empreinte: `e${i}`, recuLe, courrier: "envoye", tentatives: 0 },
        ...{ prochaine: recuLe, echeance: null, raison: null, envoyeLe: recuLe },
        ...{ traiteLe: null, autorisationRecueLe: null },
      });
    }
    await ecrivain.close();
    const recherche = { type: "message", texte: "chataignes leo 1999", filtre: "nouveau", jour: "2025-08-01" } as const;
    const { fiches, total } = await createInbox(db).search(recherche, { debut: 0, nombre: 50 });
    expect([total, fiches[0]?.id]).toEqual([1, "e1999"]);
  });
});
