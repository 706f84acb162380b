import { foldText } from "#domain/text/search.ts";

const NUMBER = /(\d{1,3}(?:['’\s]\d{3})+|\d{1,6})(?:[.,](\d{1,2}))?(?!['’]?\d)/.source;
const CURRENCY_FIRST = `\\b(?:CHF|S?Frs?\\.?)\\s*${NUMBER}`;
const CURRENCY_LAST = `(?<![\\d.,'’])${NUMBER}(?:[.,]?[–-])?\\s*(?:CHF|francs?|S?Frs?)\\b`;
const AMOUNT = new RegExp(`${CURRENCY_FIRST}|${CURRENCY_LAST}`, "i");

/** Words that show that an amount does not apply to everyone. Normalised by `foldText`. */
const CONDITION =
  /\b(?:des|partir|ab|entre|environ|env|avant|apres|indicatif|conseillee?s?|suggeree?s?|discretion|bien plaire|max(?:imum)?|min(?:imum)?|jusqu|plus|moins|ou|si|sauf|selon|gratuite?s?|libre|offerte?s?|reduite?s?|reductions?|rabais|prevente|supplement|caution|consigne|dons?|membres?|enfants?|etudiante?s?|eleves?|apprentie?s?|jeunes?|ados?|adultes?|seniors?|avs|couples?|familles?)\b/;

/**
 * Matches texts normalised by `foldText`. « Prix libre » lets visitors choose the price; « gratuit pour les membres »
 * is conditional.
 */
const FREE =
  /^(?:(?:l |c est |concert |spectacle )*(?:entree |acces )(?:est )?(?:libre|gratuite?)|(?:c est |concert |spectacle )*(?:gratuit|gratis))(?: (?:pour tous|pour toutes|et tous|pour tout le monde|chapeau|collecte|a la sortie|sans inscription|sans reservation))*$/;

/**
 * The only price in a text, in francs for schema.org: `15`, `7.50`. `0` if free. Null if the price is unknown or does
 * not apply to everyone.
 */
export function priceInText(text: string): string | null {
  const folded = foldText(text);
  const parts = AMOUNT.exec(text);
  if (!parts) return FREE.test(folded) ? "0" : null;
  const around = text.replace(parts[0], "");
  if (/[\d+±≥≤<>~≈%]/.test(around) || CONDITION.test(folded)) return null;
  const francs = Number((parts[1] ?? parts[3] ?? "").replace(/['’\s]/g, ""));
  const centimes = (parts[2] ?? parts[4] ?? "").padEnd(2, "0");
  return centimes === "00" ? String(francs) : `${francs}.${centimes}`;
}
