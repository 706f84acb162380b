/**
 * Thrown when a store gives no answer within its deadline, or refuses every request. The outcome of what was asked is
 * unknown; the caller may ask again. The message names no person and no document.
 */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
  /** The store's own code, for the log. */
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Of a call to a hosted store, in milliseconds: Google's own libraries repeat it for 40 s to ten minutes. */
export const DEADLINE_MS = 3000;

export class NoAnswer extends StoreUnavailable {
  override readonly name = "TimeoutError";
  constructor(ms: number) {
    super(`The hosted store did not answer within ${ms} ms.`, "DEADLINE_EXCEEDED");
  }
}

/**
 * Waits for a call until its deadline. What was asked is not undone: a write may still happen later.
 * @throws what the call throws, or `NoAnswer`
 */
export async function withDeadline<T>(call: Promise<T>, ms = DEADLINE_MS): Promise<T> {
  const { promise: dueAt, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswer(ms)), ms);
  try {
    return await Promise.race([call, dueAt]);
  } finally {
    clearTimeout(timer);
  }
}
