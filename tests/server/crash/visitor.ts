/** A visitor who sends sign-ups and messages, and repeats a form that got no answer. */
import { type Instance, post } from "./browser.ts";

export type Visitor = {
  /** Sends the form that got no answer again, or a new form. */
  send: (instance: Instance) => Promise<void>;
  /** Whether the last form got no answer. */
  inDoubt: () => boolean;
  /** Number of times that each confirmed form was sent, by its unique text. */
  thanked: ReadonlyMap<string, number>;
};

const THANKS = { inscription: "Merci de votre inscription", message: "Merci de votre message" } as const;

/** @param nom beginning of the unique texts of this visitor */
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
          ? {
              nom: text,
              prenom: "Zoé",
              adresse: "Chemin 4, 1965 Savièse",
              tel: "0791234567",
              dateAnniv: "1999-08-05",
              charte: "on",
            }
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
