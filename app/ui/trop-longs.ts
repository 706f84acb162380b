import { type Erreurs, PHRASES } from "#domain/champs.ts";

/**
 * Fields that hold more than they may. They carry no `maxlength`: a browser would cut off a pasted text silently.
 * @param longueurs most characters, by field name
 */
export function tropLongs(valeurs: FormData, longueurs: Readonly<Record<string, number>>): Erreurs {
  const erreurs: Record<string, string> = {};
  for (const [champ, max] of Object.entries(longueurs)) {
    if (String(valeurs.get(champ) ?? "").trim().length > max) erreurs[champ] = PHRASES.tropLong(max);
  }
  return erreurs;
}
