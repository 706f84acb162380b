/** `{cotisation}`, `{âge}` and `{majorité}` are replaced by the site's values, so that no text has outdated values. */
import { AGE_OF_MAJORITY, MINIMUM_AGE } from "#domain/age.ts";
import { type Centimes, formatAmount } from "#domain/money/amount.ts";
import { normalForm } from "#domain/text/normal-form.ts";

const PLACEHOLDER_NAMES = "{cotisation}, {âge} ou {majorité}";

const VALUES = new Map<string, (fee: Centimes) => string>([
  ["cotisation", formatAmount],
  ["age", () => String(MINIMUM_AGE)],
  ["majorite", () => String(AGE_OF_MAJORITY)],
]);

const BRACES = /\{([^{}]*)\}|[{}]/g;

const ruleOf = (name: string) => VALUES.get(normalForm(name, "NFD").replace(/\p{M}/gu, "").trim().toLowerCase());

/** A French sentence about the first brace that is not part of a known placeholder; null if there is none. */
export function placeholderRefusal(text: string): string | null {
  for (const [found, name] of text.matchAll(BRACES))
    if (name === undefined || !ruleOf(name))
      return `«\u00a0${found.slice(0, 40)}\u00a0» n’existe pas\u00a0: entre accolades, écrivez ${PLACEHOLDER_NAMES}.`;
  return null;
}

/** Replaces known placeholders, whatever their case and accents. */
export const fillPlaceholders = (text: string, fee: Centimes): string =>
  text.replace(BRACES, (found: string, name?: string) => ruleOf(name ?? "")?.(fee) ?? found);
