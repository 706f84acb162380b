/**
 * The outcome of something that may be refused for a reason a person can be told.
 * Faults (a store that does not answer, a bug) are thrown instead.
 */
export type Resultat<T, Raison> =
  | { readonly ok: true; readonly valeur: T }
  | { readonly ok: false; readonly raison: Raison };

/** @returns an accepted outcome that carries `valeur` */
export const accepte = <T>(valeur: T) => ({ ok: true, valeur }) as const;

/** @returns a refused outcome that carries its `raison` */
export const refuse = <R>(raison: R) => ({ ok: false, raison }) as const;
