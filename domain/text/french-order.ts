import { normalForm } from "#domain/text/normal-form.ts";
import { limitRuns } from "./normal-form.ts";

const collator = new Intl.Collator("fr-CH");

/** Below this length, sorting combining marks cannot be slow. */
const SHORT = 40;
/** Characters that decide the order; legacy names have no limit. */
const SORTED = 200;

export const sortable = (text: string): string => (text.length <= SHORT ? text : limitRuns(text.slice(0, SORTED)));

/** Order of a French list, without case and accents. */
export const compareFrench = (a: string, b: string): number => collator.compare(sortable(a), sortable(b));

/** Names with an aspirated h, which prevents elision. */
const ASPIRATED = /^h(?:ans|arald|arry|assan|eidi|einz|elmut|ichem|olger|oward)\b/;

const ELIDED = /^(?:[aeiouœæh]|y[^aeiou])/;

const BEGINNING = 16;

/** « de » before a name: `d’Élodie`, `de Léa`. */
export function ofName(name: string): string {
  const sound = normalForm(name.slice(0, BEGINNING), "NFD").replace(/\p{M}/gu, "").toLowerCase();
  return ELIDED.test(sound) && !ASPIRATED.test(sound) ? `d’${name}` : `de ${name}`;
}
