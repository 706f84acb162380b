/**
 * What a store throws that does not answer, or refuses whatever it is asked: nothing is known of what was asked for, and
 * it may be asked again later. The message names nobody.
 */
export class StoreAway extends Error {
  override readonly name: string = "StoreAway";
  /** What the store answered, or how it stayed silent; for the log. */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}
