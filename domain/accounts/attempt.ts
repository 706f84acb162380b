/** One attempt counted by a rate limit (password or form). */
export type Attempt = {
  /** Seconds until the next attempt is allowed; 0: proceed. */
  readonly wait: number;
  /** Takes the attempt back: correct password, or nothing submitted. */
  readonly undo: () => void;
  /** Takes the attempt back without a result, when the password could not be checked. */
  readonly abandon: () => void;
};

/** Why the password is asked for. `asked`: not typed yet; `wrong`; `locked`: too many attempts. */
export type Unconfirmed = { readonly why: "asked" | "wrong" | "locked"; readonly sentence: string };
