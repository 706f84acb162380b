import { swissDateAndTime } from "#domain/dates.ts";
import type { Letter } from "#domain/mail/letter.ts";
import { renderLetterBodies } from "#domain/mail/letter-html.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Milliseconds during which a link works. */
export const LINK_LIFETIMES_MS = { invitation: 7 * DAY_MS, reinitialisation: DAY_MS } as const;
export type LinkKind = keyof typeof LINK_LIFETIMES_MS;

/** Lifetime of the link to the first account, in milliseconds. Short, because the server's log contains the link. */
export const FIRST_LINK_LIFETIME_MS = DAY_MS;

/** URL of the page that accepts an invitation or resets a password. `publicUrl` has no slash at its end. */
export const accountLinkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/invitation/${encodeURIComponent(token)}`;

/** URL of the page that creates the first account. `publicUrl` has no slash at its end. */
export const firstLinkUrl = (publicUrl: string, token: string): string =>
  `${publicUrl}/premier-compte/${encodeURIComponent(token)}`;

const OPENINGS = {
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
} as const;

/** The mail with the link `address`, which works until `expiresAt`. */
export function composeLinkMail(kind: LinkKind, address: string, expiresAt: Date) {
  const { subject, title, sentence } = OPENINGS[kind];
  const once = `Le lien marche une seule fois, jusqu’au ${swissDateAndTime(expiresAt)}. Ne le transmettez à personne.`;
  const letter: Letter = {
    kicker: "Espace du comité",
    title,
    preview: sentence,
    parts: [
      { kind: "text", text: sentence },
      { kind: "button", text: "Choisir mon mot de passe", address },
      { kind: "text", text: once },
    ],
    foot: "Vous n’attendiez pas ce message\u00a0? Ne faites rien.",
  };
  return { subject, ...renderLetterBodies(letter) };
}
