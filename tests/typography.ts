/** French typography of this site: U+00A0 before : ; ? ! and inside « », ’ for the apostrophe. */

/** Texts that docs/specification.md prescribes literally, with plain spaces and apostrophes. */
const TO_THE_LETTER = [
  "Êtes-vous sûr de vouloir supprimer ce membre ?",
  "Êtes-vous sûr de vouloir supprimer cet événement ?",
  "Erreur : Mot de passe incorrect",
  "Pour pouvoir s'inscrire il faut au minimum avoir 16 ans",
  "S'inscrire",
  "Vers l'after movie",
  "Impossible de déconnecter l'utilisateur",
  "L'événement a été créee avec succès",
  "L'événement a été mis à jour avec succès",
];

const PLAIN_SPACE = /.{0,20} (?:[:;?!](?![\w/=])|»).{0,10}|.{0,10}«(?!\u00a0).{0,20}|.{0,20}(?<!\u00a0)».{0,10}/g;
/** Only before a space, because a URL and a time of day also contain colons. */
const NO_SPACE = /.{0,20}[\p{L}\d)][?!;:](?=\s|$).{0,10}/gu;
const APOSTROPHE = /.{0,20}\p{L}['‘]\p{L}.{0,20}/gu;
const QUOTES = /.{0,20}[“”"].{0,20}/g;

const without = (text: string): string => TO_THE_LETTER.reduce((rest, spec) => rest.replaceAll(spec, ""), text);
const found = (text: string, errors: readonly RegExp[]): string[] =>
  errors.flatMap((error) => [...without(text).matchAll(error)].map(([error]) => error));

/** @returns each error in a visible text, with the words around it */
export const faultsIn = (text: string): string[] => found(text, [PLAIN_SPACE, NO_SPACE, APOSTROPHE, QUOTES]);

/** @returns each error in a part of a sentence from the sources, where code and English text may follow */
export const faultsInPiece = (piece: string): string[] => found(piece, [PLAIN_SPACE]);
