/**
 * What the mail to the committee says: one text for each of the two things visitors send (SPEC.md section 7),
 * and one for a trial.
 */
import { enUneLigne } from "./champs.ts";
import { heureAZurich, jourAZurich, jourSuisse } from "./dates.ts";
import type { Inscription } from "./inscription.ts";
import type { MessageContact } from "./message-contact.ts";

type Contenu =
  | { readonly type: "inscription"; readonly contenu: Inscription; readonly birthDateToVerify?: boolean }
  | { readonly type: "message"; readonly contenu: MessageContact }
  | { readonly type: "essai"; readonly contenu: { readonly demandePar: string } };

/** A mail without its addresses. Everything but `texte` is a single line, whatever a visitor typed. */
export type Courriel = {
  readonly sujet: string;
  readonly texte: string;
  /** Whom an answer should reach; null: nobody in particular. */
  readonly repondreA: string | null;
};

/** The order of SPEC.md section 3. */
const CHAMPS_INSCRIPTION = ["nom", "prenom", "adresse", "tel", "dateAnniv", "charte", "charteMineur"] as const;
const CHAMPS_MESSAGE = ["nom", "email", "sujet"] as const;

const BIRTH_DATE_TO_VERIFY =
  "Date de naissance proposée par le formulaire et confirmée par la personne\u00a0: à vérifier.";

/**
 * Writes the mail that tells of a sign-up or a message, or that is a trial.
 * @param recuLe when it was received or asked for
 */
export function composerCourriel(envoi: Contenu, recuLe: Date): Courriel {
  const quand = `le ${jourSuisse(jourAZurich(recuLe))} à ${heureAZurich(recuLe)}`;
  if (envoi.type === "inscription") {
    const { contenu, birthDateToVerify } = envoi;
    return {
      sujet: enUneLigne(`Nouvelle inscription : ${contenu.prenom} ${contenu.nom}`),
      texte: [
        `Inscription reçue par le site ${quand}.`,
        "",
        ...lignes(contenu, CHAMPS_INSCRIPTION),
        ...(birthDateToVerify ? ["", BIRTH_DATE_TO_VERIFY] : []),
        "",
      ].join("\n"),
      repondreA: null,
    };
  }
  if (envoi.type === "essai")
    return {
      sujet: "Courrier d’essai du site",
      texte: [
        `Essai demandé ${quand} par ${enUneLigne(envoi.contenu.demandePar)}.`,
        "",
        "Ce courrier est arrivé : les inscriptions et les messages du site arrivent donc ici aussi.",
        "",
      ].join("\n"),
      repondreA: null,
    };
  const { contenu } = envoi;
  const entete = [`Message reçu par le site ${quand}.`, "", ...lignes(contenu, CHAMPS_MESSAGE)];
  return {
    sujet: enUneLigne(`Message : ${contenu.sujet}`),
    texte: [...entete, "", "message :", "", contenu.message, ""].join("\n"),
    repondreA: enUneLigne(contenu.email),
  };
}

const lignes = <Cle extends string>(contenu: Record<Cle, string>, cles: readonly Cle[]): string[] =>
  cles.map((cle) => `${cle} : ${enUneLigne(contenu[cle])}`);

/**
 * @param id of the mail
 * @param expediteur the sender's address, bare or as `Nom <adresse>`
 * @returns the mail's Message-ID: the same for every attempt, so that a repeated one is recognised
 */
export function identifiantDuCourriel(type: Contenu["type"] | "compte", id: string, expediteur: string): string {
  const hote = /@([a-z0-9.-]+)/i.exec(expediteur)?.[1] ?? "localhost";
  return `<${type}-${id}@${hote}>`;
}
