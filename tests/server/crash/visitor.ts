/** Somebody who signs up and writes, and who sends again what was not answered, as people do. */
import { type Instance, post } from "./browser.ts";

export type Visitor = {
  /** Sends what is still without an answer, or something new. */
  send: (instance: Instance) => Promise<void>;
  /** Whether something was sent that nobody has confirmed yet. */
  inDoubt: () => boolean;
  /** What the site has said thanks for, and how many times it was sent, by its distinctive text. */
  thanked: ReadonlyMap<string, number>;
};

const THANKS = { inscription: "Merci de votre inscription", message: "Merci de votre message" } as const;

/** @param nom distinguishes what this person sends from everything else */
export function visitor(nom: string): Visitor {
  const thanked = new Map<string, number>();
  let number = 0;
  let attempts = 0;

  return {
    inDoubt: () => attempts > 0,
    thanked,
    async send(instance) {
      const text = `${nom} ${number}`;
      const type = number % 2 === 0 ? "inscription" : "message";
      const fields: Record<string, string> =
        type === "inscription"
          ? { nom: text, prenom: "Zoé", adresse: "Chemin 4", tel: "0791234567", dateAnniv: "1999-08-05", charte: "on" }
          : { nom: "Léo", email: "leo@exemple.ch", sujet: text, message: "Bonjour" };
      attempts++;
      const { status, html } = await post(instance, `/${type === "message" ? "contact" : type}`, form(fields));
      if (status !== 200 || !html.includes(THANKS[type])) throw new Error(`${text}: no thanks, ${status}`);
      thanked.set(text, attempts);
      number++;
      attempts = 0;
    },
  };
}

const form = (fields: Record<string, string>) => new URLSearchParams({ ...fields, hp: "" });
