/** Tries that are counted, so that nobody guesses a password or fills the inbox. */

/** One try at something that is counted. */
export type Attempt = {
  /** Seconds to wait before the next one; 0 when this one may go on. */
  readonly wait: number;
  /** It is not counted after all: for a password, it was right; for a form, nothing came of it. */
  readonly undo: () => void;
  /** It is not counted after all, and nothing is learnt from it: nobody could say whether a password was right. */
  readonly abandon: () => void;
};

/** Why the password has to be typed (again). 'asked': it was not typed yet; 'wrong'; 'locked': tried too often. */
export type Unconfirmed = { readonly why: "asked" | "wrong" | "locked"; readonly sentence: string };
