import { FIELD_LIMITS, groupThousands } from "#domain/fields.ts";
import { type Result, refusal, success } from "#domain/result.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";

export type Centimes = number;

export const SUGGESTED_DONATIONS: readonly Centimes[] = [20_00, 50_00, 100_00];

/** Maximum amount, to catch typing errors. A QR-bill allows up to CHF 999 999 999.99. */
export const AMOUNT_MAX: Centimes = 10_000_00;

/** Formats an amount: `CHF 50.–`, `CHF 50.50`, `CHF 1’000.–`. */
export function formatAmount(amount: Centimes): string {
  const francs = groupThousands(Math.floor(amount / 100));
  const rest = amount % 100;
  return `CHF\u00a0${francs}.${rest === 0 ? "–" : String(rest).padStart(2, "0")}`;
}

/** The amount as a form value or a query parameter: `50`, `50.50`. */
export const amountAsTyped = (amount: Centimes): string =>
  amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);

/** The amount in the format of e-banking forms, without currency: `50.00`. */
export const eBankingAmount = (amount: Centimes): string => (amount / 100).toFixed(2);

export type AmountRefusal = "form" | "zero" | "excess";

export const AMOUNT_SENTENCES: Record<AmountRefusal, string> = {
  form: "Indiquez un montant en francs, par exemple 50 ou 50.50.",
  zero: "Indiquez un montant plus grand que zéro.",
  excess: `Indiquez ${formatAmount(AMOUNT_MAX)} au plus\u00a0: pour davantage, écrivez d’abord au comité.`,
};

const CURRENCY = String.raw`(?:CHF|S?Fr\.?|francs?)`;
const AROUND = new RegExp(`^${CURRENCY}|${CURRENCY}$`, "giu");
const FORM = /^(\d{1,3}(?:['’ ]\d{3})+|\d+)(?:[.,](?:(\d{1,2})|\p{Pd}{1,2})?)?$/u;

/** Reads a typed amount: `50`, `50,5`, `1'000`, `CHF 20.-`. Null for an empty text. */
export function readAmount(typed: string): Result<Centimes | null, AmountRefusal> {
  if (typed.length > FIELD_LIMITS.text) return refusal("form");
  const text = normaliseUnicode(typed, "NFKC").trim().replace(AROUND, "").trim();
  if (text === "" && typed.trim() === "") return success(null);
  const [, francs, centimes = ""] = FORM.exec(text) ?? [];
  if (francs === undefined) return refusal("form");
  const amount = Number(francs.replace(/\D/g, "")) * 100 + Number(centimes.padEnd(2, "0"));
  if (amount === 0) return refusal("zero");
  return amount > AMOUNT_MAX ? refusal("excess") : success(amount);
}
