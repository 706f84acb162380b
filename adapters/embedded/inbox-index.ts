/** The columns of `inbox` that are derived from the content, so that entries are found fast. */
import type { DatabaseSync } from "node:sqlite";
import { jourDepuis } from "#domain/dates.ts";
import { clePersonne, texteDeRecherche } from "#domain/recherche.ts";
import type { Envoi } from "#domain/submission.ts";
import { transaction } from "./transaction.ts";

/** Values of `recherche`, `personne`, `naissance`. */
export type Derives = [recherche: string, personne: string | null, naissance: string | null];

export function derivesDe(envoi: Envoi): Derives {
  const recherche = texteDeRecherche(envoi);
  if (envoi.type === "message") return [recherche, null, null];
  return [recherche, clePersonne(envoi.contenu), jourDepuis(envoi.contenu.dateAnniv)];
}

/** Fills the columns in where they are missing: entries of a version that did not know them. */
export function indexer(db: DatabaseSync): void {
  const manquants = db.prepare("SELECT numero, type, contenu FROM inbox WHERE recherche IS NULL");
  if (!manquants.get()) return;
  const ecrire = db.prepare("UPDATE inbox SET recherche = ?, personne = ?, naissance = ? WHERE numero = ?");
  transaction(db, () => {
    for (const { numero, type, contenu } of manquants.all())
      ecrire.run(...derivesDe({ type, contenu: JSON.parse(String(contenu)) } as Envoi), Number(numero));
  });
}
