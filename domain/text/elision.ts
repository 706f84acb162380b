import { normalForm } from "./normal-form.ts";

/** Names with an aspirated h, which prevents elision. */
const ASPIRATED = /^h(?:ans|arald|arry|assan|eidi|einz|elmut|ichem|olger|oward)\b/;

const ELIDED = /^(?:[aeiouœæh]|y[^aeiou])/;

const BEGINNING = 16;

/** « de » before a name: `d’Élodie`, `de Léa`. */
export function ofName(name: string): string {
  const sound = normalForm(name.slice(0, BEGINNING), "NFD").replace(/\p{M}/gu, "").toLowerCase();
  return ELIDED.test(sound) && !ASPIRATED.test(sound) ? `d’${name}` : `de ${name}`;
}
