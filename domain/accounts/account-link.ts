/** The one-time links that let somebody choose a password: how long they work, their address, their mail. */
import { dateAndTime } from "#domain/dates.ts";
import type { Letter } from "#domain/mail/letter.ts";
import { letterAsHtml } from "#domain/mail/letter-html.ts";
import { letterAsText } from "#domain/mail/letter-text.ts";

/** To a first password, or to a new one. */
export type LinkKind = "invitation" | "reinitialisation";

const DAY_MS = 24 * 60 * 60 * 1000;

/** How long a link works, in milliseconds: seven days for an invitation, one for a reset. */
export const LINK_LIFETIMES_MS: Readonly<Record<LinkKind, number>> = {
  invitation: 7 * DAY_MS,
  reinitialisation: DAY_MS,
};

/** How long the link works that a start prints while nobody can sign in: it may stand in a log for longer. */
export const FIRST_LINK_MS = DAY_MS;

/**
 * @param publicUrl origin that visitors see, without a slash at the end
 * @param token of the link
 * @returns the address to send to the person
 */
export const accountLinkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/invitation/${encodeURIComponent(token)}`;

/** As `accountLinkUrl`, of the link to the first account. */
export const firstLinkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/premier-compte/${encodeURIComponent(token)}`;

const OPENINGS: Readonly<Record<LinkKind, { subject: string; title: string; sentence: string }>> = {
  invitation: {
    subject: "Votre accès au site de la Jeunesse de Savièse",
    title: "Bienvenue au comité",
    sentence: "Le comité vous donne accès au site de la Jeunesse de Savièse. Il reste à choisir votre mot de passe.",
  },
  reinitialisation: {
    subject: "Votre nouveau mot de passe pour le site de la Jeunesse de Savièse",
    title: "Un nouveau mot de passe",
    sentence: "Un membre du comité vous envoie de quoi choisir un nouveau mot de passe.",
  },
};

/**
 * Writes the mail that carries a link.
 * @param address as `accountLinkUrl` gives it
 * @param expiresAt when it stops working
 */
export function composeLinkMail(
  kind: LinkKind,
  address: string,
  expiresAt: Date,
): { subject: string; text: string; html: string } {
  const { subject, title, sentence } = OPENINGS[kind];
  const letter: Letter = {
    kicker: "Espace du comité",
    title: title,
    preview: sentence,
    parts: [
      { kind: "text", text: sentence },
      { kind: "button", text: "Choisir mon mot de passe", address: address },
      {
        kind: "text",
        text: `Le lien marche une seule fois, jusqu’au ${dateAndTime(expiresAt)}. Ne le transmettez à personne.`,
      },
    ],
    foot: "Vous n’attendiez pas ce message\u00a0? Ne faites rien.",
  };
  return { subject, text: letterAsText(letter), html: letterAsHtml(letter) };
}
