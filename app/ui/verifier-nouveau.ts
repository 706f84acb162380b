import type { Erreurs } from "#domain/champs.ts";
import { refusDuMotDePasse } from "#domain/mot-de-passe.ts";

/** Checks the field `nouveau` of a form in the browser. @param email address of the account */
export const verifierNouveau =
  (email: string) =>
  (valeurs: FormData): Erreurs => {
    const phrase = refusDuMotDePasse(String(valeurs.get("nouveau") ?? ""), email);
    return phrase ? { nouveau: phrase } : {};
  };
