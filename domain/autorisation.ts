/**
 * The parental authorisation: who gets one, how long its link is open, and every word that is printed on it.
 * The committee confirms the wording and the fields: they are changed here, and nowhere else.
 */

import { telephoneLisible } from "./champs.ts";
import { withoutExampleLinks } from "./example-settings.ts";
import type { Inscription } from "./inscription.ts";
import { COTISATION, montantLisible } from "./montant.ts";
import type { Reglages } from "./reglages.ts";

/** How long after a sign-up anybody who has the link may open the filled-in form, in days. */
export const LIEN_OUVERT_JOURS = 30;

const JOUR_MS = 24 * 60 * 60 * 1000;

/** What the form takes over from a sign-up. */
export type Mineur = Pick<Inscription, "nom" | "prenom" | "dateAnniv" | "tel" | "adresse">;

/** Where the signed paper goes, and whom to ask. */
export type ReturnAddress = {
  /** Of the committee's page, without its scheme. */
  committee: string;
  /** The association's mail address; null as long as nobody has set one. */
  email: string | null;
};

/** @param publicUrl of the site */
export const returnAddress = (publicUrl: string, settings: Reglages): ReturnAddress => ({
  committee: `${publicUrl.replace(/^https?:\/\//, "")}/comite`,
  email: withoutExampleLinks(settings).email || null,
});

/** @returns what to fill in, or null for somebody who was of age on the day of the sign-up */
export const mineurDe = ({ nom, prenom, dateAnniv, tel, adresse, charteMineur }: Inscription): Mineur | null =>
  charteMineur === "Majeur" ? null : { nom, prenom, dateAnniv, tel, adresse };

/** @returns whether the link of a form may still be opened by anybody who has it */
export const lienOuvert = (recuLe: Date, maintenant: Date): boolean =>
  maintenant.getTime() - recuLe.getTime() < LIEN_OUVERT_JOURS * JOUR_MS;

/** A line to write on. */
export type Ligne = {
  readonly libelle: string;
  /** Over the whole width instead of half of it. */
  readonly pleine?: true;
  /** Boxes to tick, with a word each; the last one may ask for more. */
  readonly cases?: readonly string[];
  /** What a sign-up fills in; absent: always written by hand. */
  readonly valeur?: (mineur: Mineur) => string;
};

type Rubrique = { readonly titre: string; readonly lignes: readonly Ligne[] };
type Feuille = {
  readonly titre: string;
  readonly association: string;
  /** Below the logo, line by line. */
  readonly expediteur: readonly string[];
  /** Below the title, line by line; the second line says what is left to do. */
  readonly chapeau: { readonly vierge: readonly string[]; readonly remplie: readonly string[] };
  readonly rubriques: readonly Rubrique[];
  readonly conditions: { readonly titre: string; readonly liste: readonly { titre: string; texte: string }[] };
  readonly signatures: { readonly titre: string; readonly qui: readonly string[]; readonly ligne: string };
  /** Below the signatures: what to do with the paper, and whom to ask. */
  readonly bringBack: {
    readonly what: string;
    readonly where: (address: ReturnAddress) => string;
    readonly questions: (email: string) => string;
  };
  readonly comite: { readonly titre: string; readonly lignes: readonly string[] };
};

/** What is printed, from top to bottom. One A4 page has room for no line more. */
export const AUTORISATION: Feuille = {
  titre: "Autorisation parentale",
  association: "La Jeunesse de Savièse",
  expediteur: ["La Jeunesse de Savièse", "1965 Savièse, Valais"],
  chapeau: {
    vierge: ["Pour devenir membre avant 18 ans.", "À remplir en capitales, à signer à deux et à remettre au comité."],
    remplie: [
      "Pour devenir membre avant 18 ans.",
      "À compléter en capitales, à signer à deux et à remettre au comité.",
    ],
  },
  rubriques: [
    {
      titre: "1. Le ou la mineur·e",
      lignes: [
        { libelle: "Nom", valeur: ({ nom }) => nom },
        { libelle: "Prénom", valeur: ({ prenom }) => prenom },
        { libelle: "Date de naissance", valeur: ({ dateAnniv }) => dateAnniv },
        { libelle: "Téléphone", valeur: ({ tel }) => telephoneLisible(tel) },
        { libelle: "Adresse, NPA, lieu", pleine: true, valeur: ({ adresse }) => adresse },
      ],
    },
    {
      titre: "2. Son représentant légal",
      lignes: [
        { libelle: "Nom et prénom" },
        { libelle: "Lien", cases: ["mère", "père", "autre\u00a0:"] },
        { libelle: "Téléphone (urgence)" },
        { libelle: "E-mail" },
        { libelle: "Adresse, si différente", pleine: true },
      ],
    },
  ],
  conditions: {
    titre: "3. Les quatre conditions",
    liste: [
      {
        titre: "Consentement éclairé.",
        texte:
          "Je connais l’association, ses activités et leurs horaires, et j’autorise le ou la mineur·e à en devenir membre et à y participer.",
      },
      {
        titre: "Respect des règles et des membres.",
        texte: `Le ou la mineur·e a lu la charte, s’engage à la suivre, à respecter les autres membres et à payer la cotisation annuelle de ${montantLisible(COTISATION)}.`,
      },
      {
        titre: "Communication ouverte.",
        texte:
          "Nous signalons au comité ce qu’il doit savoir (santé, allergies, retards, retours) et nous lui posons nos questions.",
      },
      {
        titre: "Responsabilité.",
        texte: "J’accepte que l’association décline toute responsabilité en cas d’accident.",
      },
    ],
  },
  signatures: {
    titre: "4. Signatures",
    qui: ["Le représentant légal", "Le ou la mineur·e"],
    ligne: "Lieu, date",
  },
  bringBack: {
    what: "À rapporter à un membre du comité.",
    where: ({ committee }) => `Ses visages\u00a0: ${committee}`,
    questions: (email) => `Une question\u00a0? ${email}`,
  },
  comite: { titre: "Réservé au comité", lignes: ["Reçue le", "Par"] },
};
