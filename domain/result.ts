/**
 * The outcome of something that may be refused for a reason a person can be told.
 * Faults (a store that does not answer, a bug) are thrown instead.
 */
export type Result<T, Reason> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

/** @returns an accepted outcome that carries `value` */
export const accept = <T>(value: T) => ({ ok: true, value }) as const;

/** @returns a refused outcome that carries its `reason` */
export const refuse = <R>(reason: R) => ({ ok: false, reason }) as const;
