import { expect, it } from "vitest";
import { createInbox } from "#adapters/firebase/inbox.ts";
import type { Envoi, Inbox } from "#ports/inbox.ts";
import { projetFirestore } from "#tests/emulators/firestore.ts";
import { describeHosted } from "#tests/emulators/hosted.ts";
import { inboxContract } from "./inbox.contract.ts";
import { inboxDeskContract } from "./inbox-desk.contract.ts";

const MIDI = new Date("2025-08-01T12:00:00.000Z");
const apresMidi = (ms: number) => new Date(MIDI.getTime() + ms);

const message = (texte: string): Envoi => ({
  type: "message",
  contenu: { nom: "Léo", email: "leo@exemple.ch", sujet: "Salut", message: texte },
});

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

  it("gives each of sixty mails to one of three instances that deliver at once", async () => {
    const ouvrir = await make();
    const inboxes = await Promise.all([ouvrir(), ouvrir(), ouvrir()]);
    const depots = Array.from({ length: 60 }, (_, i) => inboxes[i % 3]?.add(message(`Message ${i}`), MIDI));
    await Promise.all(depots);
    const livrer = async (inbox: Inbox): Promise<string[]> => {
      const ids: string[] = [];
      for (;;) {
        const [entree] = await inbox.claimDue(apresMidi(1000), 3_600_000, 1);
        if (!entree) return ids;
        ids.push(entree.id);
        await inbox.markSent(entree.id, MIDI);
      }
    };
    const livres = (await Promise.all(inboxes.map(livrer))).flat();
    expect(new Set(livres).size).toBe(60);
    expect(livres).toHaveLength(60);
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
