import { foldText } from "#domain/text/search.ts";

/** Maximum length of a filler, in characters. */
const LENGTH_MAX = 60;
/** Words in English, German, French and Italian, normalised by `foldText`. A filler consists of these words only. */
const WORDS =
  `no non not none nota nil null nulls na nan nd unknown undefined unspecified unavailable missing empty blank
  nihil absent present reported stated disclosed by debtor creditor originator sender dummy default filler placeholder tbd tba provided given available applicable specified supplied defined known set value
  ref refs reference references id e2e end to number transaction payment bank customer information info data
  kein keine keiner ohne nicht unbekannt leer angegeben vorhanden verfugbar bekannt ubermittelt referenz referenznummer
  nummer nr angabe angaben fehlt fehlend zahlung auftraggeber verwendungszweck sans pas aucun aucune inconnu inconnue vide fourni fournie
  disponible dispo manquant manquante objet renseigne renseignee indique indiquee precise precisee specifie specifiee communique communiquee transmis
  transmise numero de du valeur paiement senza nessun nessuno nessuna sconosciuto sconosciuta vuoto fornito disponibile
  indicato indicata riferimento`.split(/\s+/);
/** Abbreviations of two letters for a missing value: `k.A.`, `n.v.`, `n.c.`, `s.o.`, `N.N.` */
const ABBREVIATION = /^(?:ka|n[bcnpv]|so)$/;
/** One repeated character: `0000`, `XXXX`, `999`. */
const ONE_CHARACTER = /^(?:[0x]+|(.)\1{2,})$/u;

/**
 * Whether a text is a filler that a bank wrote in place of a missing value: `NOTPROVIDED`, `NOTPROVIDED/NONREF`, `N/A`,
 * `0`, `-`.
 */
export function isMissingValueFiller(text: string): boolean {
  if (text.length > LENGTH_MAX) return false;
  const compact = foldText(text).replace(/[\s+=<>|~$]/g, "");
  return [ONE_CHARACTER, ABBREVIATION].some((filler) => filler.test(compact)) || consistsOfWords(compact);
}

/** No regular expression, because backtracking takes exponential time. */
function consistsOfWords(text: string): boolean {
  const ends = new Set([0]);
  for (const start of ends) for (const word of WORDS) if (text.startsWith(word, start)) ends.add(start + word.length);
  return ends.has(text.length);
}
