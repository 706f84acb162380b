/** An attempt to sign in or to send a form, counted by a rate limit. */
export type Attempt = {
  /** Seconds until the next attempt is allowed; 0 when this attempt is allowed. */
  readonly wait: number;
  /** Removes the attempt: the form was not stored, or the password was correct, which makes the IP address trusted. */
  readonly undo: () => void;
  /** Removes the attempt if the password could not be checked. The IP address does not become trusted. */
  readonly abandon: () => void;
};

/** Why a form asks for the password. `asked`: not typed yet. `wrong`: incorrect. `locked`: too many attempts. */
export type Unconfirmed = { readonly why: "asked" | "wrong" | "locked"; readonly sentence: string };

/** A waiting time in French, rounded up: `dans une minute`, `dans 12 minutes`. `seconds` is above 0. */
export function waitInWords(seconds: number): string {
  const minutes = Math.ceil(seconds / 60);
  return minutes <= 1 ? "dans une minute" : `dans ${minutes} minutes`;
}
