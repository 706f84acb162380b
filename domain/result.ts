/** An accepted value, or the reason of a refusal. All other failures are thrown errors. */
export type Result<T, Reason> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: Reason };

export const success = <T>(value: T) => ({ ok: true, value }) as const;

export const refusal = <R>(reason: R) => ({ ok: false, reason }) as const;
