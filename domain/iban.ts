/** Account numbers of Switzerland and Liechtenstein. */

/** Two letters, two check digits, five of the bank (IID), twelve of the account: 21 characters (SIX, IBAN registry). */
const LONGUEUR = 21;
const FORME = /^(?:CH|LI)\d{7}[0-9A-Z]{12}$/;

/** Bank identifiers that are set apart for QR-IBANs (SIX, Swiss Implementation Guidelines QR-bill). */
const IID_QR = { min: 30_000, max: 31_999 } as const;

export type RefusIban = "pays" | "longueur" | "signes" | "somme" | "qr";

/** What is said beside the field, by reason. */
export const PHRASES_IBAN: Record<RefusIban, string> = {
  pays: "Indiquez un compte en Suisse ou au Liechtenstein\u00a0: l’IBAN commence par CH ou LI.",
  longueur: "Cet IBAN n’est pas complet\u00a0: il compte 21 caractères, sans les espaces.",
  signes: "Cet IBAN contient un signe qui n’a rien à y faire. Comparez-le avec celui de la banque.",
  somme: "Cet IBAN contient une faute de frappe. Comparez-le avec celui de la banque.",
  qr: "C’est un QR-IBAN\u00a0: il exige une référence que les dons n’ont pas. Indiquez l’IBAN ordinaire du compte.",
};

/** @returns an IBAN as it is stored: in capitals, without the spaces that people type or paste */
export const normaliserIban = (saisie: string): string => saisie.replace(/\s/g, "").toUpperCase();

/** @returns an IBAN in the groups of four that people read */
export const ibanLisible = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

/** @returns enough of an IBAN to tell two apart, and too little to pay to it: `CH93 … 2957` */
export const shortIban = (iban: string): string => `${iban.slice(0, 4)} … ${iban.slice(-4)}`;

/**
 * Why donations cannot go to an account number.
 * @param iban as `normaliserIban` gives it
 * @returns null when they can
 */
export function refusIban(iban: string): RefusIban | null {
  if (!/^(?:CH|LI)/.test(iban)) return "pays";
  if (iban.length !== LONGUEUR) return "longueur";
  if (!FORME.test(iban)) return "signes";
  if (reste97(iban) !== 1) return "somme";
  const iid = Number(iban.slice(4, 9));
  return iid >= IID_QR.min && iid <= IID_QR.max ? "qr" : null;
}

/** ISO 13616: country and check digits go to the end, letters count from 10; the rest of the division by 97 is 1. */
function reste97(iban: string): number {
  let reste = 0;
  for (const signe of iban.slice(4) + iban.slice(0, 4))
    for (const chiffre of String(Number.parseInt(signe, 36))) reste = (reste * 10 + Number(chiffre)) % 97;
  return reste;
}
