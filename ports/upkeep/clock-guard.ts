/** The last time that a running site has seen, kept where it survives the process. */
export interface LastSeenTime {
  /** @returns null: none yet */
  read(): Promise<Date | null>;
  write(at: Date): Promise<void>;
}

/** Keeps a clock that has jumped ahead from publishing drafts and from deleting anything for good. */
export interface ClockGuard {
  /**
   * Compares the clock with the last time seen, and notes it.
   * @returns whether what cannot be undone may follow the clock now
   * @throws when the store does not answer
   */
  check(): Promise<boolean>;

  /** @returns the last time seen before the jump that holds everything up; null: nothing is held up */
  heldSince(): Date | null;

  /** The committee says that the clock is right: nothing is held up any more. @throws when the store does not answer */
  confirm(): Promise<void>;
}
