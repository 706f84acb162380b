/** The QR-bill of a donation or of the annual fee: all that it says, whatever it is drawn on. */
import { type Centimes, COTISATION, lireMontant, type RefusMontant } from "./montant.ts";
import { type ChampDExemple, champsDExemple, type Reglages } from "./reglages.ts";
import { accepte, type Resultat } from "./resultat.ts";
import { LONGUEURS_FACTURE, texteDeFacture } from "./texte-facture.ts";

/** What is paid, with the message that the association reads on its account. */
const MESSAGES = { don: "Don", cotisation: "Cotisation" } as const;
export type Objet = keyof typeof MESSAGES;

/** @returns whether there is a bill for that */
export const estObjet = (nom: string): nom is Objet => Object.hasOwn(MESSAGES, nom);

/** What a QR-bill says (SIX, Swiss Implementation Guidelines QR-bill 2.3). Its country is Switzerland. */
export type Facture = {
  readonly objet: Objet;
  readonly message: string;
  /** Account holder and place, in the characters and lengths of the standard. */
  readonly titulaire: string;
  readonly npa: string;
  readonly lieu: string;
  /** Without spaces. */
  readonly iban: string;
  /** Null: whoever pays decides. */
  readonly montant: Centimes | null;
  /** The account is the invented one of a first start: the bill says that nobody may pay it. */
  readonly exemple: boolean;
};

type Compte = Pick<Reglages, "titulaire" | "npa" | "lieu" | ChampDExemple>;

/** @returns the bill for the account that the committee has set */
export const factureDe = (compte: Compte, objet: Objet, montant: Centimes | null): Facture => ({
  objet,
  message: MESSAGES[objet],
  titulaire: texteDeFacture(compte.titulaire, LONGUEURS_FACTURE.titulaire),
  npa: compte.npa,
  lieu: texteDeFacture(compte.lieu, LONGUEURS_FACTURE.lieu),
  iban: compte.iban,
  montant,
  exemple: champsDExemple(compte).includes("iban"),
});

/**
 * The amount of a bill that somebody asks for.
 * @param saisie what was typed for a donation; the fee is always the same
 */
export const montantDe = (objet: Objet, saisie: string): Resultat<Centimes | null, RefusMontant> =>
  objet === "cotisation" ? accepte(COTISATION) : lireMontant(saisie);
