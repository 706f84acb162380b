import { expect, it } from "vitest";
import { createInbox } from "#adapters/embedded/inbox.ts";
import { createReglagesStore } from "#adapters/embedded/reglages-store.ts";
import { createImprimeur } from "#adapters/pdf/imprimeur.ts";
import type { Inscription } from "#domain/inscription.ts";
import { embeddedFile } from "#tests/contracts/embedded-file.ts";
import { readPdf } from "#tests/pdf/read-pdf.ts";
import { imprimerAutorisation } from "#usecases/imprimer-autorisation.ts";

const RECU_LE = new Date("2025-08-05T12:00:00.000Z");
const apres = (jours: number, ms = 0) => new Date(RECU_LE.getTime() + jours * 24 * 60 * 60 * 1000 + ms);

const ZOE: Inscription = {
  nom: "Héritier",
  prenom: "Zoé",
  adresse: "Rue de Savièse 1",
  tel: "0791234567",
  dateAnniv: "05.08.2008",
  charte: "Validé par la personne",
  charteMineur: "Validé par la personne",
};

async function site(contenu = ZOE) {
  const db = embeddedFile().open();
  const [inbox, reglages] = [createInbox(db), createReglagesStore(db)];
  const { entree } = await inbox.add({ type: "inscription", contenu }, RECU_LE);
  const imprimeur = createImprimeur();
  const imprimer = (le: Date, { id = entree.id, connecte = false } = {}) =>
    imprimerAutorisation({ inbox, imprimeur, reglages, clock: { now: () => le } }, "https://jeunesse.ch", id, connecte);
  return { inbox, imprimer, reglages };
}

it("gives a minor the form with everything that was already said", async () => {
  const { imprimer } = await site();
  const papier = await imprimer(RECU_LE);
  const texte = readPdf(papier ?? new Uint8Array()).morceaux.map(({ texte }) => texte);
  expect(texte).toEqual(
    expect.arrayContaining(["Héritier ", "Zoé ", "05.08.2008 ", "079 123 45 67 ", "Rue de Savièse 1 "]),
  );
});

it("says to whom it is brought back, and whom to ask once the committee has set its address", async () => {
  const { imprimer, reglages } = await site();
  const texts = async () => {
    const paper = await imprimer(RECU_LE);
    return readPdf(paper ?? new Uint8Array()).morceaux.map(({ texte }) => texte.trim());
  };
  const [first, before] = [await texts(), await reglages.get()];
  expect(first).toEqual(
    expect.arrayContaining(["À rapporter à un membre du comité.", "Ses visages\u00a0: jeunesse.ch/comite"]),
  );
  expect(first.join()).not.toContain("exemple.ch");
  await reglages.save({ ...before, email: "comite@jeunesse.ch" }, before.version, {
    email: "anne@jeunesse.ch",
    le: RECU_LE,
  });
  expect(await texts()).toContain("Une question\u00a0? comite@jeunesse.ch");
});

it("closes the link 30 days after the sign-up, to the millisecond, but never for the committee", async () => {
  const { imprimer } = await site();
  expect(await imprimer(apres(30, -1))).not.toBeNull();
  expect(await imprimer(apres(30))).toBeNull();
  expect(await imprimer(apres(400), { connecte: true })).not.toBeNull();
});

it("has no such paper for an adult, a message or an id that nobody got", async () => {
  const { imprimer, inbox } = await site({ ...ZOE, charteMineur: "Majeur" });
  const contenu = { nom: "Paul", email: "paul@exemple.ch", sujet: "Fête", message: "Bonjour" };
  const { entree } = await inbox.add({ type: "message", contenu }, RECU_LE);
  for (const connecte of [false, true]) {
    expect(await imprimer(RECU_LE, { connecte })).toBeNull();
    expect(await imprimer(RECU_LE, { connecte, id: entree.id })).toBeNull();
    expect(await imprimer(RECU_LE, { connecte, id: "personne" })).toBeNull();
  }
});
