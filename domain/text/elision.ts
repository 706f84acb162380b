import { normalForm } from "./normal-form.ts";

/** Names with an aspirated h, which prevents elision. */
const BREATHED = /^h(?:ans|arald|arry|assan|eidi|einz|elmut|ichem|olger|oward)\b/;

const ELIDED = /^(?:[aeiouœæh]|y[^aeiou])/;

const BEGINNING = 16;

/** « de » before a name: `d’Élodie`, `de Léa`. */
export function ofName(name: string): string {
  const heard = normalForm(name.slice(0, BEGINNING), "NFD").replace(/\p{M}/gu, "").toLowerCase();
  return ELIDED.test(heard) && !BREATHED.test(heard) ? `d’${name}` : `de ${name}`;
}
