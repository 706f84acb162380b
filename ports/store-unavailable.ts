/** Thrown if a store is unavailable. Writes may have happened: make retries idempotent. `message`: no personal data. */
export class StoreUnavailable extends Error {
  override readonly name: string = "StoreUnavailable";
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Milliseconds for a call to a hosted store. Google's libraries would retry for 40 s to 10 minutes. */
export const STORE_DEADLINE_MS = 3000;

export class NoAnswerError extends StoreUnavailable {
  override readonly name = "TimeoutError";
  constructor(ms: number) {
    super(`The hosted store did not answer within ${ms} ms.`, "DEADLINE_EXCEEDED");
  }
}

/** Waits at most `ms` for a call, without cancelling the call. Throws the error of the call, or `NoAnswerError`. */
export async function withDeadline<T>(call: Promise<T>, ms = STORE_DEADLINE_MS): Promise<T> {
  const { promise: dueAt, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new NoAnswerError(ms)), ms);
  try {
    return await Promise.race([call, dueAt]);
  } finally {
    clearTimeout(timer);
  }
}
