import type { Erreurs } from "#domain/champs.ts";
import { refusDuMotDePasse } from "#domain/mot-de-passe.ts";

/** Checks the field `nouveau` of a form in the browser; whether it would be guessed soon is for the server to say. */
export function verifierNouveau(valeurs: FormData): Erreurs {
  const phrase = refusDuMotDePasse(String(valeurs.get("nouveau") ?? ""));
  return phrase ? { nouveau: phrase } : {};
}
