/** Recognises passwords in short texts, so that a list that all read does not collect them. */

/** Words after an announced password that say where it is: « Mot de passe : chez Sophie ». */
const PLACE_OF_PASSWORD =
  /^(?:chez|voir|vu|dans|sur|sous|avec|sans|auprès|au|aux|à|le|la|les|l[’']|un|une|du|de|des|par|pour|en|demand\p{L}*|connu\p{L}*|inconnu\p{L}*|oublié\p{L}*|perdu\p{L}*|gardé\p{L}*|celui|celle|même|idem|aucun|pas|plus|bitwarden|keepass\p{L}*|1password|gestionnaire|coffre|enveloppe|téléphone|personne|affich\p{L}*|écrit\p{L}*|noté\p{L}*|collé\p{L}*)(?![\p{L}\p{N}])/iu;
/** « Mdp : … », « Mot de passe du wifi : … », « le mot de passe est … ». */
const ANNOUNCED =
  /(?<!\p{L})(?:mots? de passe|mdp|passwords?|passwort|pwd|pw)(?:(?:\s+\p{L}+){0,2}\s*[:=]|\s+est(?!\p{L}))\s*(?=\S{4})(.*)/iu;
/** A PIN or the code of a door: « code 4711 », but not « code postal 1965 » or « code client 12345 ». */
const ANNOUNCED_CODE =
  /(?<!\p{L})(?:code|pin|puk|nip|mdp|mot de passe|password|passwort|pwd|wi-?fi)\s*[:=]?\s*(?=\S{4})\p{L}*\d+[\p{L}\d]*(?!\S)/iu;

const EMAIL = /^[^\s@]+@[^\s@]+\.\p{L}{2,}$/u;
const WEB_ADDRESS = /^(?:\p{L}[\w+.-]*:\/\/\S+|(?:[\p{L}\d-]+\.)+\p{L}{2,}(?:[:/?#]\S*)?)$/u;
const ACCOUNT_NAME = /^[@#][\p{L}\d._-]+$/u;
/** « 1’500€/an », « CHF500.-/mois ». */
const AMOUNT = /^(?:CHF|Fr\.?|EUR|€|\$)?\d[\d’'.,]*(?:[.,][-–—]+)?(?:€|\$|£|%|CHF|Fr\.?)?(?:[/-]\p{L}+\.?)?$/iu;

const LETTER = /\p{L}/u;
const LOWER = /\p{Ll}/u;
const UPPER = /\p{Lu}/u;
const DIGIT = /\d/;
/** Signs that no name, address or number contains. */
const STRONG_SIGN = /[!?$%*=^~|\\<>{}[\]@§£€#;]/;
/** Generated passwords of Apple: « dufnap-9Cocmu-qybxis ». */
const THREE_GROUPS = /^[\da-z]{6}(?:-[\da-z]{6}){2}$/i;
const LETTERS_AND_DIGITS = /^[\p{L}\d]+$/u;
const LENGTH_MIN = 8;
/** « Xk29fjq8Lw » changes four times between letters and digits, « MacBookPro2019M1 » three times. */
const CHANGES_MIN = 4;

/** More than a line may have. The time of the patterns grows faster than the length of a text. */
const LINE_MAX = 500;

/**
 * Whether a line seems to contain a password: one that is announced, or a word that is no address, number or name. It is
 * a hint: the site accepts the line.
 */
export function looksLikePassword(text: string): boolean {
  const line = text.slice(0, LINE_MAX);
  return isAnnounced(line) || ANNOUNCED_CODE.test(line) || line.split(/\s+/).some(isWordLikePassword);
}

function isAnnounced(text: string): boolean {
  const announced = ANNOUNCED.exec(text)?.[1];
  return announced !== undefined && !PLACE_OF_PASSWORD.test(announced) && !WEB_ADDRESS.test(announced);
}

function isWordLikePassword(typed: string): boolean {
  const word = typed.replace(/^[(«"“'’[]+/u, "").replace(/[.,;:)»"”'’\]]+$/u, "");
  if (word.length < LENGTH_MIN || !LETTER.test(word) || !DIGIT.test(word)) return false;
  if ([EMAIL, WEB_ADDRESS, ACCOUNT_NAME, AMOUNT].some((known) => known.test(word))) return false;
  if (STRONG_SIGN.test(word)) return true;
  // Numbers of contracts, IBAN and registration numbers have no small letters.
  if (!LOWER.test(word) || !UPPER.test(word)) return false;
  return THREE_GROUPS.test(word) || (LETTERS_AND_DIGITS.test(word) && countChanges(word) >= CHANGES_MIN);
}

/** How often letters and digits alternate. */
const countChanges = (word: string): number => word.match(/\d(?=\p{L})|\p{L}(?=\d)/gu)?.length ?? 0;
