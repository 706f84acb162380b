import type { Erreurs, Saisie } from "#domain/champs.ts";

/**
 * What the action of a form tells its page, when it does not lead to another one. Whatever is refused or failed comes
 * with everything that was typed, passwords excepted.
 * @typeParam More what one form tells besides
 */
export type FormAnswer<More = unknown> = {
  readonly saisie?: Saisie;
  readonly erreurs?: Erreurs;
  /** It is durably kept: a visitor is thanked. */
  readonly merci?: true;
  /** It was saved, and its page goes on to another one. */
  readonly enregistre?: true;
  /** It could not be carried out; nothing was kept. */
  readonly echec?: true;
  /** Too much came from this visitor's address; nothing was kept. When to try again: "dans 12 minutes". */
  readonly attente?: string;
  /** Nobody is signed in any more; nothing was kept. */
  readonly sessionEnded?: true;
  /** What was to be changed is gone: somebody has deleted it in the meantime. */
  readonly disparu?: true;
  /** Somebody else has saved in the meantime: what stands there now, and the version to name when saving over it. */
  readonly conflit?: { readonly version: string; readonly actuel: readonly string[] };
} & More;

/** The sign-up of a minor that was kept: address of the filled-in parental authorisation. */
export type SignUpAnswer = FormAnswer<{ readonly autorisation?: string }>;
