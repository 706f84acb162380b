import type { Erreurs, Saisie } from "#domain/champs.ts";

/** What the action of a form tells its page. Whatever is refused or failed comes with everything that was typed. */
export type FormAnswer = {
  readonly saisie?: Saisie;
  readonly erreurs?: Erreurs;
  /** It is durably kept. */
  readonly merci?: true;
  /** Address of the filled-in parental authorisation, for the sign-up of a minor that was kept. */
  readonly autorisation?: string;
  /** Too much came from this visitor's address; nothing was kept. When to try again: "dans 12 minutes". */
  readonly attente?: string;
  /** It could not be carried out; nothing was kept. */
  readonly echec?: true;
};
