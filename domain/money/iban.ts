import { isIBANValid, isQRIBAN } from "swissqrbill/utils";

/** Characters of a Swiss IBAN (SIX, IBAN registry). */
const LENGTH = 21;
const FORM = /^(?:CH|LI)\d{7}[0-9A-Z]{12}$/;

export type IbanRefusal = "country" | "length" | "characters" | "checksum" | "qr";

export const IBAN_SENTENCES: Record<IbanRefusal, string> = {
  country: "Indiquez un compte en Suisse ou au Liechtenstein\u00a0: l’IBAN commence par CH ou LI.",
  length: "Cet IBAN n’est pas complet\u00a0: il compte 21 caractères, sans les espaces.",
  characters: "Cet IBAN contient un signe qui n’a rien à y faire. Comparez-le avec celui de la banque.",
  checksum: "Cet IBAN contient une faute de frappe. Comparez-le avec celui de la banque.",
  qr: "C’est un QR-IBAN\u00a0: il exige une référence que les dons n’ont pas. Indiquez l’IBAN ordinaire du compte.",
};

/** The IBAN in capitals, without spaces. */
export const normaliseIban = (typed: string): string => typed.replace(/\s/g, "").toUpperCase();

/** Shortened IBAN: `CH93 … 2957`. Identifies an account, but does not allow payments. */
export const shortIban = (iban: string): string => `${iban.slice(0, 4)} … ${iban.slice(-4)}`;

/** Why an IBAN cannot receive payments. Null if valid. `iban`: capitals without spaces. */
export function ibanRefusal(iban: string): IbanRefusal | null {
  if (!/^(?:CH|LI)/.test(iban)) return "country";
  if (iban.length !== LENGTH) return "length";
  if (!FORM.test(iban)) return "characters";
  if (!isIBANValid(iban)) return "checksum";
  return isQRIBAN(iban) ? "qr" : null;
}
