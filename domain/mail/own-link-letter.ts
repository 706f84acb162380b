import type { FormOfAddress } from "#domain/rounds/audience.ts";
import type { ComposedLetter } from "./letter.ts";
import { renderLetterBodies } from "./letter-html.ts";

const WORDS = {
  tu: {
    title: "Ton lien",
    text: "Voici le lien de ta fiche, demandé sur le site.",
    notMe: "Si ce n’est pas toi qui l’as demandé, rien à faire.",
    foot: "Ce lien est personnel\u00a0: ne le transmets pas.",
  },
  vous: {
    title: "Votre lien",
    text: "Voici le lien de votre fiche, demandé sur le site.",
    notMe: "Si ce n’est pas vous qui l’avez demandé, rien à faire.",
    foot: "Ce lien est personnel\u00a0: ne le transmettez pas.",
  },
} as const;

/** The letter to a member who asked for the link of the own page. @param link absolute URL */
export function ownLinkLetter(link: string, address: FormOfAddress): ComposedLetter {
  const { title, text, notMe, foot } = WORDS[address];
  const parts = [
    { kind: "text", text },
    { kind: "button", text: "Ouvrir ma fiche", address: link },
    { kind: "text", text: notMe },
  ] as const;
  return {
    subject: `Ma fiche\u00a0: ${title.toLowerCase()}`,
    ...renderLetterBodies({ kicker: "Ma fiche", title, preview: text, parts, foot }),
  };
}
