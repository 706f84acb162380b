import { normaliseUnicode } from "./normal-form.ts";

/** First names with an aspirated h: « de Hans », not « d’Hans ». */
const ASPIRATED = /^h(?:ans|arald|arry|assan|eidi|einz|elmut|ichem|olger|oward)\b/;

const ELIDED = /^(?:[aeiouœæøh]|y[^aeiou])/;

const BEGINNING = 16;

/** Puts « de » before a name: `d’Élodie`, `de Léa`. */
export function withPreposition(name: string): string {
  const sound = normaliseUnicode(name.slice(0, BEGINNING), "NFD").replace(/\p{M}/gu, "").toLowerCase();
  return ELIDED.test(sound) && !ASPIRATED.test(sound) ? `d’${name}` : `de ${name}`;
}
