/** Country, check digits, bank (5, IID) and account (12): 21 characters (SIX, IBAN registry). */
const LENGTH = 21;
const FORM = /^(?:CH|LI)\d{7}[0-9A-Z]{12}$/;

/** Bank identifiers reserved for QR-IBANs (SIX, Swiss Implementation Guidelines QR-bill). */
const QR_IID = { min: 30_000, max: 31_999 } as const;

export type IbanRefusal = "country" | "length" | "characters" | "checksum" | "qr";

export const IBAN_SENTENCES: Record<IbanRefusal, string> = {
  country: "Indiquez un compte en Suisse ou au Liechtenstein\u00a0: l’IBAN commence par CH ou LI.",
  length: "Cet IBAN n’est pas complet\u00a0: il compte 21 caractères, sans les espaces.",
  characters: "Cet IBAN contient un signe qui n’a rien à y faire. Comparez-le avec celui de la banque.",
  checksum: "Cet IBAN contient une faute de frappe. Comparez-le avec celui de la banque.",
  qr: "C’est un QR-IBAN\u00a0: il exige une référence que les dons n’ont pas. Indiquez l’IBAN ordinaire du compte.",
};

/** Stored form: capitals without spaces. */
export const normaliseIban = (typed: string): string => typed.replace(/\s/g, "").toUpperCase();

/** Groups of four: `CH93 0076 …`. */
export const formatIban = (iban: string): string => iban.replace(/(.{4})(?=.)/g, "$1 ");

/** Distinguishes accounts without allowing payments: `CH93 … 2957`. */
export const shortIban = (iban: string): string => `${iban.slice(0, 4)} … ${iban.slice(-4)}`;

/** Why an IBAN (as `normaliseIban` gives it) cannot receive donations, or null. */
export function ibanRefusal(iban: string): IbanRefusal | null {
  if (!/^(?:CH|LI)/.test(iban)) return "country";
  if (iban.length !== LENGTH) return "length";
  if (!FORM.test(iban)) return "characters";
  if (mod97(iban) !== 1) return "checksum";
  const iid = Number(iban.slice(4, 9));
  return iid >= QR_IID.min && iid <= QR_IID.max ? "qr" : null;
}

/** ISO 13616: country and check digits move to the end, letters count from 10; a valid remainder is 1. */
function mod97(iban: string): number {
  let rest = 0;
  for (const char of iban.slice(4) + iban.slice(0, 4))
    for (const digit of String(Number.parseInt(char, 36))) rest = (rest * 10 + Number(digit)) % 97;
  return rest;
}
