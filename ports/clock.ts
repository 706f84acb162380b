/** The time of day, so that tests can choose it. */
export interface Clock {
  /** @returns the present instant */
  now(): Date;
}
