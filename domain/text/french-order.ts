import { normalForm } from "#domain/text/normal-form.ts";
import { limitRuns } from "./normal-form.ts";

const collator = new Intl.Collator("fr-CH");

/** In characters. Texts up to this length sort fast, even if they consist of combining marks. */
const SHORT = 40;
/** Number of characters to compare. Names in old documents may have any length. */
const SORTED = 200;

export const sortable = (text: string): string => (text.length <= SHORT ? text : limitRuns(text.slice(0, SORTED)));

/** Compares two texts in French alphabetical order. */
export const compareFrench = (a: string, b: string): number => collator.compare(sortable(a), sortable(b));

/** First names with an aspirated h: « de Hans », not « d’Hans ». */
const ASPIRATED = /^h(?:ans|arald|arry|assan|eidi|einz|elmut|ichem|olger|oward)\b/;

const ELIDED = /^(?:[aeiouœæh]|y[^aeiou])/;

const BEGINNING = 16;

/** Puts « de » before a name: `d’Élodie`, `de Léa`. */
export function withPreposition(name: string): string {
  const sound = normalForm(name.slice(0, BEGINNING), "NFD").replace(/\p{M}/gu, "").toLowerCase();
  return ELIDED.test(sound) && !ASPIRATED.test(sound) ? `d’${name}` : `de ${name}`;
}
