/** Errors of calls to Cloud Storage contain no file names, URLs or tokens. */
import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable, withDeadline } from "#ports/store-unavailable.ts";

const PAUSES_MS = [200, 600, 1_800];

const REASONS: Record<string, string> = {
  401: "the server's credentials are not accepted",
  402: "the project is on the Spark plan, which has no Cloud Storage: it needs the Blaze plan",
  403: "the server's credentials may not use the bucket",
  404: "the bucket does not exist",
};

class StorageError extends StoreUnavailable {
  override readonly name = "CloudStorage";
  /** Whether the error lasts until a setting is corrected. */
  readonly isLasting: boolean;
  constructor(what: string, error: unknown) {
    const code = codeOf(error);
    const reason = REASONS[String(code)] ?? (code === null ? "no answer in time" : `answer ${code}`);
    super(`Cloud Storage, ${what}: ${reason}`, String(code ?? "TIMEOUT"));
    this.isLasting = this.code in REASONS;
  }
}

/** @returns the HTTP status or the name of a network error; null after a timeout */
function codeOf(error: unknown): number | string | null {
  const { name, code, status, cause } = error as Error & { code?: unknown; status?: unknown };
  if (name === "TimeoutError") return null;
  const raw = code ?? status ?? (cause as { code?: unknown } | undefined)?.code;
  if (typeof raw === "number") return raw;
  if (typeof raw !== "string") return null;
  return /^\d+$/.test(raw) ? Number(raw) : raw;
}

const isPassing = (code: number | string | null): boolean =>
  typeof code === "string" ? /^(?:E[A-Z]+|UND_ERR_.*)$/.test(code) : code === 408 || code === 429 || (code ?? 0) >= 500;

/** Retries transient errors for `ms` milliseconds. `what` names the operation in error messages. */
export async function callStorage<T>(what: string, ms: number, call: () => Promise<T>): Promise<T> {
  const end = Date.now() + ms;
  const tryOnce = async (repetition: number): Promise<T> => {
    try {
      return await call();
    } catch (error) {
      const wait = PAUSES_MS[repetition];
      if (wait === undefined || !isPassing(codeOf(error)) || Date.now() + wait >= end) throw error;
      await pause(wait);
      return tryOnce(repetition + 1);
    }
  };
  try {
    return await withDeadline(tryOnce(0), ms);
  } catch (error) {
    throw new StorageError(what, error);
  }
}

export async function nullIfFileMissing<T>(call: Promise<T>): Promise<T | null> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof StorageError && error.code === "404") return null;
    throw error;
  }
}

export const permanentStorageProblem = (error: unknown): string | null =>
  error instanceof StorageError && error.isLasting ? error.message : null;
