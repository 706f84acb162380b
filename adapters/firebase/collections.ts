/**
 * Where Firestore keeps what. Instants are texts in UTC as `2025-08-01T20:15:00.000Z`, which sort as they follow each
 * other. A field that the site does not know (an older site wrote `Telephone`) stays as it is.
 */
export const COLLECTIONS = {
  /**
   * One document for each member, under its identifier: the fields of SPEC.md section 3, and of the site's own
   * `modifieLe`, and `ecriture`, which is another one with every write.
   */
  membres: "membres",
  /** The same for events; of the site's own also `sequence`. */
  evenements: "evenements",
  /** The last fields of a deleted event, with `sequence` and `modifieLe`, under its identifier. */
  retires: "evenements-retires",
  /** `id` of the document that has an identifier of this kind, under `{collection} {cleDIdentifiant(id)}`. */
  cles: "cles",
  /** The one document `actuels`: `contenu`, `modifieLe`, `modifiePar`, `ecriture`. */
  reglages: "reglages",
  /** What visitors sent, as inbox-document.ts says. */
  inbox: "inbox",
  /** `id` of the last entry with a content, under the SHA-256 of that content. */
  empreintes: "inbox-empreintes",
  /** Mail to accounts that waits, as account-mail-queue.ts says. */
  accountMail: "account-mail",
  /**
   * `comptes`: what is kept of accounts, as committee-document.ts says; `tour-emailjs`: when the next mail may go out
   * (`prochain`); `sante`, which the health check writes; `images`, a number for each collection that grows with its
   * pictures.
   */
  etat: "etat",
} as const;

/** Whether a document can have this name in Firestore at all. */
export const estNomDeDocument = (nom: string): boolean =>
  nom !== "" &&
  nom.length <= 1500 &&
  nom !== "." &&
  nom !== ".." &&
  !nom.includes("/") &&
  !/^__.*__$/s.test(nom) &&
  nom.isWellFormed() &&
  Buffer.byteLength(nom) <= 1500;
