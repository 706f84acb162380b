/** One attempt counted by a rate limit (password or form). */
export type Attempt = {
  /** Seconds until the next attempt is allowed; 0: proceed. */
  readonly wait: number;
  /** Does not count the attempt: correct password, or nothing submitted. */
  readonly undo: () => void;
  /** Does not count the attempt, and trusts nothing: the password could not be checked. */
  readonly abandon: () => void;
};

/** Why the form asks for the password. `asked`: not typed yet; `wrong`; `locked`: too many attempts. */
export type Unconfirmed = { readonly why: "asked" | "wrong" | "locked"; readonly sentence: string };

/** `dans une minute`, `dans 12 minutes`, rounded up; `seconds` is above 0. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "dans une minute" : `dans ${minutes} minutes`;
}
