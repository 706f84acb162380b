import { normalForm } from "./normal-form.ts";

/** Names that begin with an h that is breathed: nothing is elided before it. */
const BREATHED = /^h(?:ans|arald|arry|assan|eidi|einz|elmut|ichem|olger|oward)\b/;

/** A vowel, whatever its accents; a y before a consonant; or an h, which is mute in French names. */
const ELIDED = /^(?:[aeiouœæh]|y[^aeiou])/;

/** Enough of a name to hear how it begins. */
const BEGINNING = 16;

/** @returns a name after « de »: « d’Élodie », « de Léa » */
export function ofName(name: string): string {
  const heard = normalForm(name.slice(0, BEGINNING), "NFD").replace(/\p{M}/gu, "").toLowerCase();
  return ELIDED.test(heard) && !BREATHED.test(heard) ? `d’${name}` : `de ${name}`;
}
