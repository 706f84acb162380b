/** Somebody who signs up and writes, and who sends again what was not answered, as people do. */
import { type Instance, poster } from "./navigateur.ts";

export type Visiteur = {
  /** Sends what is still without an answer, or something new. */
  envoyer: (instance: Instance) => Promise<void>;
  /** Whether something was sent that nobody has confirmed yet. */
  enSuspens: () => boolean;
  /** What the site has said thanks for, and how many times it was sent, by its distinctive text. */
  merci: ReadonlyMap<string, number>;
};

const REMERCIEMENT = { inscription: "Merci de votre inscription", message: "Merci de votre message" } as const;

/** @param nom distinguishes what this person sends from everything else */
export function visiteur(nom: string): Visiteur {
  const merci = new Map<string, number>();
  let numero = 0;
  let essais = 0;

  return {
    enSuspens: () => essais > 0,
    merci,
    async envoyer(instance) {
      const texte = `${nom} ${numero}`;
      const type = numero % 2 === 0 ? "inscription" : "message";
      const champs: Record<string, string> =
        type === "inscription"
          ? { nom: texte, prenom: "Zoé", adresse: "Chemin 4", tel: "0791234567", dateAnniv: "1999-08-05", charte: "on" }
          : { nom: "Léo", email: "leo@exemple.ch", sujet: texte, message: "Bonjour" };
      essais++;
      const { status, html } = await poster(instance, `/${type === "message" ? "contact" : type}`, form(champs));
      if (status !== 200 || !html.includes(REMERCIEMENT[type])) throw new Error(`${texte}: no thanks, ${status}`);
      merci.set(texte, essais);
      numero++;
      essais = 0;
    },
  };
}

const form = (champs: Record<string, string>) => new URLSearchParams({ ...champs, hp: "" });
