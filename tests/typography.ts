/** French typography: U+00A0 before : ; ? ! and inside « », ’ for the apostrophe. */

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
/** Punctuation without a space before it. A colon inside an address or a time is followed by no space. */
const NO_SPACE = /.{0,20}[\p{L}\d)][?!;:](?=\s|$).{0,10}/gu;
const APOSTROPHE = /.{0,20}\p{L}['‘]\p{L}.{0,20}/gu;
const QUOTES = /.{0,20}[“”"].{0,20}/g;

const without = (text: string): string => TO_THE_LETTER.reduce((rest, spec) => rest.replaceAll(spec, ""), text);
const found = (text: string, errors: readonly RegExp[]): string[] =>
  errors.flatMap((error) => [...without(text).matchAll(error)].map(([error]) => error));

/** @returns the wrong places of a text, with a few words around */
export const faultsIn = (text: string): string[] => found(text, [PLAIN_SPACE, NO_SPACE, APOSTROPHE, QUOTES]);

/** @returns the wrong spaces of a string in the sources, which may also be code or English */
export const faultsInPiece = (piece: string): string[] => found(piece, [PLAIN_SPACE]);
