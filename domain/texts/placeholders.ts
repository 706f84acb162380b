/** Placeholders keep texts up to date if the fee or an age limit changes. */
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

/** A French error sentence about the first unknown placeholder or unmatched brace. Null if the text is valid. */
export function placeholderRefusal(text: string): string | null {
  for (const [found, name] of text.matchAll(BRACES))
    if (name === undefined || !ruleOf(name))
      return `«\u00a0${found.slice(0, 40)}\u00a0» n’existe pas\u00a0: entre accolades, écrivez ${PLACEHOLDER_NAMES}.`;
  return null;
}

/** Replaces known placeholders. Ignores their case and accents. */
export const fillPlaceholders = (text: string, fee: Centimes): string =>
  text.replace(BRACES, (found: string, name?: string) => ruleOf(name ?? "")?.(fee) ?? found);
