import type { Erreurs, Saisie } from "#domain/champs.ts";

/** What the action of a committee form tells its page, when it does not lead to another one. */
export type AdminAnswer = {
  readonly saisie?: Saisie;
  readonly erreurs?: Erreurs;
  /** It was saved. */
  readonly enregistre?: true;
  /** It could not be carried out; nothing was saved. */
  readonly echec?: true;
  /** Nobody is signed in any more; nothing was saved. */
  readonly sessionEnded?: true;
  /** It is gone: somebody has deleted it in the meantime. */
  readonly disparu?: true;
  /** Somebody else has saved in the meantime: what stands there now, and the version to name when saving over it. */
  readonly conflit?: { readonly version: string; readonly actuel: readonly string[] };
};
