/** Amounts of money: as people type them, as they read them, and those that the association names. */
import { LIMITS } from "#domain/fields.ts";
import { accept, type Result, refuse } from "#domain/result.ts";
import { normalForm } from "#domain/text/normal-form.ts";

/** Whole centimes, never fractions of francs. */
export type Centimes = number;

/** The annual fee (SPEC.md section 9). */
export const ANNUAL_FEE: Centimes = 50_00;

/** What a donor is offered at one tap. */
export const SUGGESTED_AMOUNTS: readonly Centimes[] = [20_00, 50_00, 100_00];

/** More than this is a slip of the finger, or a reason to talk first. A QR-bill could carry 999 999 999.99. */
export const AMOUNT_MAX: Centimes = 10_000_00;

/** @returns an amount as people write it here: `CHF 50.–`, `CHF 50.50`, `CHF 1’000.–` */
export function formatAmount(amount: Centimes): string {
  const francs = String(Math.floor(amount / 100)).replace(/\B(?=(?:\d{3})+$)/g, "’");
  const rest = amount % 100;
  return `CHF\u00a0${francs}.${rest === 0 ? "–" : String(rest).padStart(2, "0")}`;
}

/** @returns an amount as a field shows it and an address carries it: `50`, `50.50` */
export const typedAmount = (amount: Centimes): string =>
  amount % 100 === 0 ? String(amount / 100) : (amount / 100).toFixed(2);

export type AmountRefusal = "form" | "zero" | "excess";

/** What is said beside the field, by reason. */
export const AMOUNT_SENTENCES: Record<AmountRefusal, string> = {
  form: "Indiquez un montant en francs, par exemple 50 ou 50.50.",
  zero: "Indiquez un montant plus grand que zéro.",
  excess: `Indiquez ${formatAmount(AMOUNT_MAX)} au plus\u00a0: pour davantage, écrivez d’abord au comité.`,
};

const CURRENCY = String.raw`(?:CHF|S?Fr\.?|francs?)`;
const AROUND = new RegExp(`^${CURRENCY}|${CURRENCY}$`, "giu");
/** Thousands apart or not; then centimes after a point or a comma, or the dashes that stand for none. */
const FORM = /^(\d{1,3}(?:['’ ]\d{3})+|\d+)(?:[.,](?:(\d{1,2})|\p{Pd}{1,2})?)?$/u;

/**
 * Reads what somebody typed for an amount: `50`, `50,5`, `1'000`, `CHF 20.-`.
 * @param typed as typed; what is longer than any field is refused unread
 * @returns null for nothing at all: whoever pays decides then
 */
export function readAmount(typed: string): Result<Centimes | null, AmountRefusal> {
  if (typed.length > LIMITS.text) return refuse("form");
  const text = normalForm(typed, "NFKC").trim().replace(AROUND, "").trim();
  if (text === "" && typed.trim() === "") return accept(null);
  const [, francs, centimes = ""] = FORM.exec(text) ?? [];
  if (francs === undefined) return refuse("form");
  const amount = Number(francs.replace(/\D/g, "")) * 100 + Number(centimes.padEnd(2, "0"));
  if (amount === 0) return refuse("zero");
  return amount > AMOUNT_MAX ? refuse("excess") : accept(amount);
}
