export type RateLimitedAttempt = {
  /** Seconds until the next attempt is allowed. 0 if this attempt is allowed. */
  readonly wait: number;
  /**
   * Removes the attempt from the count. For an attempt with a password, call `undo` only if the password was correct,
   * because the IP address becomes trusted.
   */
  readonly undo: () => void;
  /**
   * Removes the attempt from the count like `undo`, but does not trust the IP address. Call `forget` if the password
   * could not be checked.
   */
  readonly abandon: () => void;
};

/** `asked`: the user has not typed a password yet. `locked`: there were too many attempts. */
export type PasswordConfirmationRefusal = { readonly why: "asked" | "wrong" | "locked"; readonly sentence: string };

/** A waiting time in French, rounded up to minutes: `dans 12 minutes`. `seconds` is above 0. */
export function waitingTimeInFrench(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "dans une minute" : `dans ${minutes} minutes`;
}
