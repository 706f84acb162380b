/**
 * What the mail to the committee says: one for each of the two things visitors send (SPEC.md section 7), and one for a
 * trial. As text and as HTML, which say the same.
 */

import { AGE_MAJORITE } from "./age.ts";
import { enPlusieursLignes, enUneLigne, phoneLink, telephoneLisible } from "./champs.ts";
import { anneesRevolues, estJour, heureAZurich, jourAZurich, jourDepuis, jourSuisse } from "./dates.ts";
import type { Inscription } from "./inscription.ts";
import type { Letter, Part } from "./mail/letter.ts";
import { letterAsHtml } from "./mail/letter-html.ts";
import { letterAsText } from "./mail/letter-text.ts";
import type { MessageContact } from "./message-contact.ts";
import type { Envoi } from "./submission.ts";

/** A trial of the way to the committee, asked for by the account with this address. No inbox entry belongs to it. */
export type TrialMail = { readonly type: "essai"; readonly contenu: { readonly demandePar: string } };

/** What a mail is written from. */
type Sujet = {
  /** Of the mail: the site finds the entry by it. */
  readonly id: string;
  readonly envoi: Envoi | TrialMail;
  /** When it was received or asked for; ages are those of that day. */
  readonly recuLe: Date;
};

/** A mail without its addresses. Everything but `texte` and `html` is a single line, whatever a visitor typed. */
export type Courriel = {
  readonly sujet: string;
  readonly texte: string;
  /** The same, drawn: a whole document that fetches nothing. */
  readonly html: string;
  /** Whom an answer should reach; null: nobody in particular. */
  readonly repondreA: string | null;
};

/**
 * Writes the mail that tells of a sign-up or a message, or that is a trial.
 * @param publicUrl origin that visitors see, without a slash at the end
 */
export function composerCourriel({ id, envoi, recuLe }: Sujet, publicUrl: string): Courriel {
  if (envoi.type === "essai") return composeTrial(envoi.contenu.demandePar, recuLe);
  const quand = momentOf(recuLe);
  if (envoi.type === "inscription") {
    const { prenom, nom } = envoi.contenu;
    const letter = signUpLetter(envoi.contenu, {
      quand,
      recuLe,
      birthDateToVerify: envoi.birthDateToVerify ?? false,
      box: inTheBox(publicUrl, envoi, id),
    });
    return written(subject("Nouvelle inscription", `${prenom} ${nom}`), letter, null);
  }
  const letter = messageLetter(envoi.contenu, quand, inTheBox(publicUrl, envoi, id));
  return written(subject("Message", envoi.contenu.sujet), letter, enUneLigne(envoi.contenu.email));
}

const momentOf = (instant: Date): string => `le ${jourSuisse(jourAZurich(instant))} à ${heureAZurich(instant)}`;

/** @param typed by a visitor: its lines and its white space become plain spaces */
const subject = (what: string, typed: string): string => `${what}\u00a0: ${enUneLigne(typed)}`;

const written = (sujet: string, letter: Letter, repondreA: string | null): Courriel => ({
  sujet,
  texte: letterAsText(letter),
  html: letterAsHtml(letter),
  repondreA,
});

/** The list that has the entry; the site leads from there to the entry, once somebody is signed in. */
const inTheBox = (publicUrl: string, { type }: Envoi, id: string): Part => ({
  kind: "button",
  text: "Ouvrir dans la boîte",
  address: `${publicUrl}/${type === "inscription" ? "inscriptions" : "messages"}?courrier=${encodeURIComponent(id)}`,
});

/** More characters of a message no phone shows below the subject. */
const PREVIEW_MAX = 120;

type Arrival = { quand: string; recuLe: Date; birthDateToVerify: boolean; box: Part };

const TO_VERIFY: Part = {
  kind: "alert",
  text: "Date de naissance à vérifier\u00a0: le formulaire l’a proposée, et seule la personne l’a confirmée.",
};
const PAPER_DUE: Part = {
  kind: "alert",
  text: "Mineur·e\u00a0: l’autorisation parentale signée doit revenir au comité.",
};

function signUpLetter(
  { nom, prenom, adresse, tel, dateAnniv, charte, charteMineur }: Inscription,
  { quand, recuLe, birthDateToVerify, box }: Arrival,
): Letter {
  const birth = jourDepuis(dateAnniv);
  const age = estJour(birth) ? anneesRevolues(birth, jourAZurich(recuLe)) : null;
  const minor = age !== null && age < AGE_MAJORITE;
  const ageInWords = age === null ? "" : `${age} ans, ${minor ? "mineur·e" : "majeur·e"}`;
  const phone = telephoneLisible(enUneLigne(tel));
  return {
    kicker: "Nouvelle inscription",
    title: enUneLigne(`${prenom} ${nom}`),
    preview: [ageInWords, phone].filter(Boolean).join(" · "),
    parts: [
      ...(birthDateToVerify ? [TO_VERIFY] : []),
      ...(minor ? [PAPER_DUE] : []),
      {
        kind: "facts",
        facts: [
          { label: "Âge", value: ageInWords },
          { label: "Date de naissance", value: enUneLigne(dateAnniv) },
          { label: "Téléphone", value: phone, ...phoneAddress(tel) },
          { label: "Adresse", value: enUneLigne(adresse) },
          { label: "Charte", value: enUneLigne(charte) },
          { label: "Charte mineur", value: charteMineur === "Majeur" ? "" : enUneLigne(charteMineur) },
        ],
      },
      box,
    ],
    foot: `Inscription reçue par le site ${quand}.`,
  };
}

function phoneAddress(tel: string): { address?: string } {
  const address = phoneLink(tel);
  return address === null ? {} : { address };
}

function messageLetter({ nom, email, sujet, message }: MessageContact, quand: string, box: Part): Letter {
  const from = enUneLigne(email);
  return {
    kicker: "Message",
    title: enUneLigne(sujet),
    preview: [...enUneLigne(message)].slice(0, PREVIEW_MAX).join(""),
    parts: [
      { kind: "quote", text: enPlusieursLignes(message) },
      {
        kind: "facts",
        facts: [
          { label: "De", value: enUneLigne(nom) },
          { label: "E-mail", value: from, address: `mailto:${encodeURIComponent(from).replace("%40", "@")}` },
        ],
      },
      { kind: "text", text: "Répondez simplement à cet e-mail\u00a0: votre réponse part à cette adresse." },
      box,
    ],
    foot: `Message reçu par le site ${quand}.`,
  };
}

/**
 * Writes the trial.
 * @param askedBy address of an account
 */
export const composeTrial = (askedBy: string, askedOn: Date): Courriel =>
  written(
    "Courrier d’essai du site",
    {
      kicker: "Courrier d’essai",
      title: "Ce courrier est arrivé",
      preview: "Les inscriptions et les messages du site arrivent donc ici aussi.",
      parts: [{ kind: "text", text: "Les inscriptions et les messages du site arrivent donc ici aussi." }],
      foot: `Essai demandé ${momentOf(askedOn)} par ${enUneLigne(askedBy)}.`,
    },
    null,
  );

/**
 * @param id of the mail
 * @param expediteur the sender's address, bare or as `Nom <adresse>`
 * @returns the mail's Message-ID: the same for every attempt, so that a repeated one is recognised
 */
export function identifiantDuCourriel(
  type: (Envoi | TrialMail)["type"] | "compte",
  id: string,
  expediteur: string,
): string {
  const hote = /@([a-z0-9.-]+)/i.exec(expediteur)?.[1] ?? "localhost";
  return `<${type}-${id}@${hote}>`;
}
