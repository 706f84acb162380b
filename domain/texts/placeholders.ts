/** Placeholders keep texts up to date if the fee or an age limit changes. */
import { AGE_OF_MAJORITY, MINIMUM_AGE } from "#domain/age.ts";
import { type Centimes, formatAmount } from "#domain/money/amount.ts";
import { normaliseUnicode } from "#domain/text/normal-form.ts";

const PLACEHOLDER_NAMES = "{cotisation}, {âge} ou {majorité}";

const VALUES = new Map<string, (fee: Centimes) => string>([
  ["cotisation", formatAmount],
  ["age", () => String(MINIMUM_AGE)],
  ["majorite", () => String(AGE_OF_MAJORITY)],
]);

/** A placeholder, with its name as a group, or a single brace. */
export const PLACEHOLDER_OR_BRACE = /\{([^{}]*)\}|[{}]/g;

/** The name of a placeholder without case and accents: `{Prénom}` is `prenom`. */
export const placeholderKey = (name: string): string =>
  normaliseUnicode(name, "NFD").replace(/\p{M}/gu, "").trim().toLowerCase();

/** French sentence about a placeholder or a brace that no text may contain. `names`: the placeholders that exist. */
export const unknownPlaceholderSentence = (found: string, names: string): string =>
  `«\u00a0${found.slice(0, 40)}\u00a0» n’existe pas\u00a0: entre accolades, écrivez ${names}.`;

const ruleOf = (name: string) => VALUES.get(placeholderKey(name));

/** A French error sentence about the first unknown placeholder or unmatched brace. Null if the text is valid. */
export function placeholderRefusal(text: string): string | null {
  for (const [found, name] of text.matchAll(PLACEHOLDER_OR_BRACE))
    if (name === undefined || !ruleOf(name)) return unknownPlaceholderSentence(found, PLACEHOLDER_NAMES);
  return null;
}

/** Replaces known placeholders. Ignores their case and accents. */
export const fillPlaceholders = (text: string, fee: Centimes): string =>
  text.replace(PLACEHOLDER_OR_BRACE, (found: string, name?: string) => ruleOf(name ?? "")?.(fee) ?? found);
