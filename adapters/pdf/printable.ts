/** Text from a form, brought to what the fonts can draw, and to the room there is for it. */
import { normalForm } from "#domain/normal-form.ts";
import { DESSINE } from "./fonts.ts";

/** Stands for letters that were left out. */
const LACUNE = "[…]";
const SUITE = "…";

const signes = new Intl.Segmenter("fr-CH", { granularity: "grapheme" });
const signesDe = (texte: string) => Array.from(signes.segment(texte), ({ segment }) => segment);
const seDessine = (texte: string) => texte !== "" && Array.from(texte).every((caractere) => DESSINE.test(caractere));

function dessinable(signe: string): string {
  if (seDessine(signe)) return signe;
  // A fancy or accented letter without a drawing of its own is still that letter.
  const simple = normalForm(signe, "NFKC");
  if (seDessine(simple)) return simple;
  const base = normalForm(signe, "NFKD").replace(/[\p{M}\p{Cf}]/gu, "");
  if (seDessine(base)) return base;
  // Pictures and invisible characters say nothing on paper; letters that go missing leave a mark.
  return /[\p{L}\p{N}]/u.test(signe) ? LACUNE : "";
}

/**
 * @param texte anything that somebody typed
 * @returns the same in one line of characters that the fonts draw: emoji are dropped, letters of other scripts
 * become one `[…]`; empty when nothing else would be left
 */
export function printable(texte: string): string {
  const ligne = signesDe(normalForm(texte, "NFC").replace(/\s+/g, " "))
    .map(dessinable)
    .join("")
    .replace(/ +/g, " ")
    .replace(/\[…\](?: ?\[…\])+/g, LACUNE)
    .trim();
  return ligne === LACUNE ? "" : ligne;
}

type Place = {
  /** Width of the line, in points. */
  largeur: number;
  /** Sizes in points: what it should be, and what can still be read. */
  taille: number;
  tailleMinimum: number;
  /** @returns the width of a text in points */
  mesurer: (texte: string, taille: number) => number;
};

/** Makes a text smaller until it fits into its line; what is too long even then is cut, with an ellipsis. */
export function shrink(texte: string, { largeur, taille, tailleMinimum, mesurer }: Place) {
  const voulue = Math.min(taille, (taille * largeur) / mesurer(texte, taille));
  if (voulue >= tailleMinimum) return { texte, taille: voulue };
  const liste = signesDe(texte);
  const coupe = (n: number) => liste.slice(0, n).join("").trimEnd() + SUITE;
  let [tient, depasse] = [0, liste.length];
  while (depasse - tient > 1) {
    const milieu = (tient + depasse) >> 1;
    if (mesurer(coupe(milieu), tailleMinimum) <= largeur) tient = milieu;
    else depasse = milieu;
  }
  return { texte: coupe(tient), taille: tailleMinimum };
}
