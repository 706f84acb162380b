/** How the stores call Firestore: never without a deadline, and without a fault that names a document, and so somebody. */
import { setTimeout as pause } from "node:timers/promises";
import type { DocumentSnapshot, Firestore, Transaction, UpdateData } from "@google-cloud/firestore";
import { NoAnswer, StoreUnavailable, withDeadline } from "#ports/store-unavailable.ts";

/** The names of the codes that an answer can carry, by number (google.rpc.Code); the library gives the numbers only. */
const CODES = [
  ...["OK", "CANCELLED", "UNKNOWN", "INVALID_ARGUMENT", "DEADLINE_EXCEEDED", "NOT_FOUND", "ALREADY_EXISTS"],
  ...["PERMISSION_DENIED", "RESOURCE_EXHAUSTED", "FAILED_PRECONDITION", "ABORTED", "OUT_OF_RANGE", "UNIMPLEMENTED"],
  ...["INTERNAL", "UNAVAILABLE", "DATA_LOSS", "UNAUTHENTICATED"],
];

/** What Firestore answers when a document is not, or no longer, as a write wants it to be. */
const CONFLICTS = ["ALREADY_EXISTS", "FAILED_PRECONDITION", "NOT_FOUND", "ABORTED"];

/** Answers about the project, its database or its network as a whole: their text helps, and names no document. */
const SPEAKING = ["PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED", "UNAVAILABLE", "UNKNOWN"];

const ATTEMPTS_MAX = 10;

/** What Firestore answered instead of what it was asked for, in one line without personal data. */
export class FirestoreFault extends StoreUnavailable {
  override readonly name = "FirestoreFault";
  /** @param code its name; empty for what is no answer of Firestore */
  constructor(code: string, text: string) {
    super(`Firestore answered ${code || "with an error"}${text}`, code);
  }
}

/**
 * Waits for an answer.
 * @throws `FirestoreFault` or `NoAnswer`
 */
export async function ask<T>(call: Promise<T>): Promise<T> {
  try {
    return await withDeadline(call);
  } catch (fault) {
    throw withoutNames(fault);
  }
}

/**
 * Writes everything, or nothing.
 * @param writes the writes, each with the condition under which it may happen
 * @returns false when a condition does not hold
 * @throws when the store does not answer; then it may have written
 */
export async function write(db: Firestore, writes: (batch: Transaction) => void): Promise<boolean> {
  try {
    // Without a read this is a plain batch, but one that the library repeats within the limits of openFirestore only:
    // it repeats a WriteBatch for ten minutes.
    await withDeadline(db.runTransaction(async (batch) => writes(batch), { maxAttempts: 1 }));
    return true;
  } catch (fault) {
    if (CONFLICTS.includes(codeOf(fault))) return false;
    throw withoutNames(fault);
  }
}

/** Writes fields into a document on the condition that it still is as it was read, or is still not there. */
export function put(batch: Transaction, { ref, exists, updateTime }: DocumentSnapshot, fields: object): void {
  if (exists) batch.update(ref, fields as UpdateData<object>, { lastUpdateTime: updateTime });
  else batch.create(ref, fields);
}

const CONFLICT = new Error("Somebody else has written since.");

/**
 * Reads and writes until nobody else has written in between.
 * @param attempt reads, and writes with what it is given, which comes back when a condition holds only
 */
export async function change<T>(
  db: Firestore,
  attempt: (write: (writes: (batch: Transaction) => void) => Promise<void>) => Promise<T>,
): Promise<T> {
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    try {
      return await attempt(async (writes) => {
        if (!(await write(db, writes))) throw CONFLICT;
      });
    } catch (fault) {
      if (fault !== CONFLICT) throw fault;
    }
    await pause(Math.random() * 20 * 2 ** n);
  }
  throw new Error("Firestore: others kept writing the same document.");
}

/** @returns the name of the code; empty for what is no answer of Firestore */
export function codeOf(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.code;
  return CODES[Number((error as { code?: unknown } | null)?.code)] ?? "";
}

/** Errors of Google's libraries also carry requests and answers, which have no place in a log either. */
export function withoutNames(fault: unknown): unknown {
  if (!(fault instanceof Error) || fault instanceof NoAnswer || !("code" in fault || "config" in fault)) return fault;
  const code = codeOf(fault);
  return new FirestoreFault(code, code === "" || SPEAKING.includes(code) ? `: ${fault.message.split("\n")[0]}` : ".");
}
