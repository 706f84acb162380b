/** The inbox of the site under test, as another process beside it has it: for entries that no visitor could make. */
import { join } from "node:path";
import { openDatabase } from "#adapters/embedded/database.ts";
import { createInbox } from "#adapters/embedded/inbox.ts";
import type { Inscription } from "#domain/inscription.ts";
import type { MessageContact } from "#domain/message-contact.ts";
import type { Envoi } from "#domain/submission.ts";
import type { Inbox } from "#ports/inbox.ts";
import { DATA_DIR } from "./site.ts";

/** Works on the inbox, and leaves it. @param dataDir of a site of the test's own */
export async function avecInbox<T>(travail: (inbox: Inbox) => Promise<T>, dataDir = DATA_DIR): Promise<T> {
  const db = openDatabase(join(dataDir, "site.db"));
  try {
    return await travail(createInbox(db));
  } finally {
    db.close();
  }
}

export const inscription = (champs: Partial<Inscription>): Extract<Envoi, { type: "inscription" }> => ({
  type: "inscription",
  contenu: {
    nom: "Héritier",
    prenom: "Zoé",
    adresse: "Chemin des Treize-Étoiles 4, 1965 Savièse",
    tel: "0791234567",
    dateAnniv: "05.08.1999",
    charte: "Validé par la personne",
    charteMineur: "Majeur",
    ...champs,
  },
});

export const message = (champs: Partial<MessageContact>): Envoi => ({
  type: "message",
  contenu: { nom: "Léo Rèze", email: "leo@exemple.ch", sujet: "Bal", message: "Bonjour", ...champs },
});

/** Adds an entry whose mail is out. @returns its id */
export const deposer = (envoi: Envoi, recuLe = new Date()) =>
  avecInbox(async (inbox) => {
    const { entree } = await inbox.add(envoi, recuLe);
    await inbox.markSent(entree.id, recuLe);
    return entree.id;
  });

/** Adds an entry whose mail was refused; dated ahead, so that the site does not send it first. @returns its id */
export const deposerRefusee = (envoi: Envoi, raison: string, dataDir?: string) =>
  avecInbox(async (inbox) => {
    const { entree } = await inbox.add(envoi, new Date(Date.now() + 3_600_000));
    await inbox.markFailed(entree.id, raison);
    return entree.id;
  }, dataDir);
