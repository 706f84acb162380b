/** How Cloud Storage is asked: with a deadline and few repetitions, and faults that name nobody. */
import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable, withDeadline } from "#ports/store-unavailable.ts";

/** Before each repetition of a call that failed in passing. */
const PAUSES_MS = [200, 600, 1_800];

const REASONS: Record<string, string> = {
  401: "the server's credentials are not accepted",
  402: "the project is on the Spark plan, which has no Cloud Storage: it needs the Blaze plan",
  403: "the server's credentials may not use the bucket",
  404: "the bucket does not exist",
};

/** A fault of the store, told without names, addresses or tokens. */
class StorageFault extends StoreUnavailable {
  override readonly name = "CloudStorage";
  /** Whether the answer stays the same until somebody changes a setting. */
  readonly isLasting: boolean;
  /** Its code is a status, or the name of a fault of the network. */
  constructor(what: string, fault: unknown) {
    const code = codeOf(fault);
    const reason = REASONS[String(code)] ?? (code === null ? "no answer in time" : `answer ${code}`);
    super(`Cloud Storage, ${what}: ${reason}`, String(code ?? "TIMEOUT"));
    this.isLasting = this.code in REASONS;
  }
}

/** @returns the status of an answer, the name of a fault of the network, or null when nothing came in time */
function codeOf(fault: unknown): number | string | null {
  const { name, code, status, cause } = fault as Error & { code?: unknown; status?: unknown };
  if (name === "TimeoutError") return null;
  const one = code ?? status ?? (cause as { code?: unknown } | undefined)?.code;
  if (typeof one === "number") return one;
  if (typeof one !== "string") return null;
  return /^\d+$/.test(one) ? Number(one) : one;
}

const isPassing = (code: number | string | null): boolean =>
  typeof code === "string" ? /^(?:E[A-Z]+|UND_ERR_.*)$/.test(code) : code === 408 || code === 429 || (code ?? 0) >= 500;

/**
 * Asks, and again where the fault may pass.
 * @param what is done, for the message of a fault
 * @param ms how long it may take, repetitions included
 * @throws `StorageFault`
 */
export async function ask<T>(what: string, ms: number, call: () => Promise<T>): Promise<T> {
  const end = Date.now() + ms;
  const tryOnce = async (repetition: number): Promise<T> => {
    try {
      return await call();
    } catch (fault) {
      const wait = PAUSES_MS[repetition];
      if (wait === undefined || !isPassing(codeOf(fault)) || Date.now() + wait >= end) throw fault;
      await pause(wait);
      return tryOnce(repetition + 1);
    }
  };
  try {
    return await withDeadline(tryOnce(0), ms);
  } catch (fault) {
    throw new StorageFault(what, fault);
  }
}

/** @returns what `ask` gives, or `otherwise` when the store answers with one of these codes */
export async function unless<T, Otherwise>(
  codes: readonly number[],
  otherwise: Otherwise,
  asked: Promise<T>,
): Promise<T | Otherwise> {
  try {
    return await asked;
  } catch (fault) {
    if (fault instanceof StorageFault && codes.includes(Number(fault.code))) return otherwise;
    throw fault;
  }
}

/** @returns the sentence of a fault that stays until somebody changes a setting; null for any other */
export const lastingReason = (fault: unknown): string | null =>
  fault instanceof StorageFault && fault.isLasting ? fault.message : null;
