/** The QR-bill of a donation or of the annual fee: all that it says, whatever it is drawn on. */

import { type ChampDExemple, champsDExemple } from "./example-settings.ts";
import { type Centimes, COTISATION, lireMontant, type RefusMontant } from "./montant.ts";
import type { Reglages } from "./reglages.ts";
import { accepte, type Resultat } from "./resultat.ts";
import { LONGUEURS_FACTURE, texteDeFacture } from "./texte-facture.ts";

/** What is paid, with the message that the association reads on its account. */
const MESSAGES = { don: "Don", cotisation: "Cotisation" } as const;
export type Objet = keyof typeof MESSAGES;

/** @returns whether there is a bill for that */
export const estObjet = (nom: string): nom is Objet => Object.hasOwn(MESSAGES, nom);

/** What a QR-bill says (SIX, Swiss Implementation Guidelines QR-bill 2.4). Its country is Switzerland. */
export type Facture = {
  readonly objet: Objet;
  readonly message: string;
  /** Account holder and address, in the characters and lengths of the standard. */
  readonly titulaire: string;
  /** Street and number may be empty in a structured address, the only kind there is; postcode and place may not. */
  readonly street: string;
  readonly buildingNumber: string;
  readonly npa: string;
  readonly lieu: string;
  /** Without spaces. */
  readonly iban: string;
  /** Null: whoever pays decides. */
  readonly montant: Centimes | null;
  /** The account is the invented one of a first start: the bill says that nobody may pay it. */
  readonly exemple: boolean;
};

type Compte = Pick<Reglages, "titulaire" | "street" | "buildingNumber" | "npa" | "lieu" | ChampDExemple>;

/** @returns the bill for the account that the committee has set */
export const factureDe = (compte: Compte, objet: Objet, montant: Centimes | null): Facture => ({
  objet,
  message: MESSAGES[objet],
  titulaire: texteDeFacture(compte.titulaire, LONGUEURS_FACTURE.titulaire),
  street: texteDeFacture(compte.street, LONGUEURS_FACTURE.street),
  buildingNumber: texteDeFacture(compte.buildingNumber, LONGUEURS_FACTURE.buildingNumber),
  npa: compte.npa,
  lieu: texteDeFacture(compte.lieu, LONGUEURS_FACTURE.lieu),
  iban: compte.iban,
  montant,
  exemple: champsDExemple(compte).includes("iban"),
});

/** @returns the lines of an address, without the street where there is none */
export const addressLines = ({
  street,
  buildingNumber,
  npa,
  lieu,
}: Pick<Facture, "street" | "buildingNumber" | "npa" | "lieu">): string[] =>
  [`${street} ${buildingNumber}`.trim(), `${npa} ${lieu}`].filter((line) => line !== "");

/**
 * The amount of a bill that somebody asks for.
 * @param saisie what was typed for a donation; the fee is always the same
 */
export const montantDe = (objet: Objet, saisie: string): Resultat<Centimes | null, RefusMontant> =>
  objet === "cotisation" ? accepte(COTISATION) : lireMontant(saisie);
