/** The one-time links that let somebody choose a password: how long they work, their address, their mail. */
import { dateEtHeure } from "./dates.ts";
import type { Letter } from "./mail/letter.ts";
import { letterAsHtml } from "./mail/letter-html.ts";
import { letterAsText } from "./mail/letter-text.ts";

/** To a first password, or to a new one. */
export type GenreDeLien = "invitation" | "reinitialisation";

const JOUR_MS = 24 * 60 * 60 * 1000;

/** How long a link works, in milliseconds: seven days for an invitation, one for a reset. */
export const DUREES_LIEN_MS: Readonly<Record<GenreDeLien, number>> = {
  invitation: 7 * JOUR_MS,
  reinitialisation: JOUR_MS,
};

/** How long the link works that a start prints while nobody can sign in: it may stand in a log for longer. */
export const FIRST_LINK_MS = JOUR_MS;

/**
 * @param publicUrl origin that visitors see, without a slash at the end
 * @param jeton of the link
 * @returns the address to send to the person
 */
export const adresseDuLien = (publicUrl: string, jeton: string): string =>
  `${publicUrl}/invitation/${encodeURIComponent(jeton)}`;

const DEBUTS: Readonly<Record<GenreDeLien, { sujet: string; titre: string; phrase: string }>> = {
  invitation: {
    sujet: "Votre accès au site de la Jeunesse de Savièse",
    titre: "Bienvenue au comité",
    phrase: "Le comité vous donne accès au site de la Jeunesse de Savièse. Il reste à choisir votre mot de passe.",
  },
  reinitialisation: {
    sujet: "Votre nouveau mot de passe pour le site de la Jeunesse de Savièse",
    titre: "Un nouveau mot de passe",
    phrase: "Un membre du comité vous envoie de quoi choisir un nouveau mot de passe.",
  },
};

/**
 * Writes the mail that carries a link.
 * @param adresse as `adresseDuLien` gives it
 * @param expireLe when it stops working
 */
export function composerCourrierDeLien(
  genre: GenreDeLien,
  adresse: string,
  expireLe: Date,
): { sujet: string; texte: string; html: string } {
  const { sujet, titre, phrase } = DEBUTS[genre];
  const lettre: Letter = {
    kicker: "Espace du comité",
    title: titre,
    preview: phrase,
    parts: [
      { kind: "text", text: phrase },
      { kind: "button", text: "Choisir mon mot de passe", address: adresse },
      {
        kind: "text",
        text: `Le lien marche une seule fois, jusqu’au ${dateEtHeure(expireLe)}. Ne le transmettez à personne.`,
      },
    ],
    foot: "Vous n’attendiez pas ce message\u00a0? Ne faites rien.",
  };
  return { sujet, texte: letterAsText(lettre), html: letterAsHtml(lettre) };
}
