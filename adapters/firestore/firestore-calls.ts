/** Errors contain no document ids, because an id may contain the name of a person. */
import { setTimeout as pause } from "node:timers/promises";
import type { DocumentSnapshot, Firestore, Transaction, UpdateData } from "@google-cloud/firestore";
import { NoAnswerError, StoreUnavailable, withDeadline } from "#ports/store-unavailable.ts";

/** Names of google.rpc.Code by number: the library's errors contain only the number. */
const CODES = [
  "OK",
  "CANCELLED",
  "UNKNOWN",
  "INVALID_ARGUMENT",
  "DEADLINE_EXCEEDED",
  "NOT_FOUND",
  "ALREADY_EXISTS",
  "PERMISSION_DENIED",
  "RESOURCE_EXHAUSTED",
  "FAILED_PRECONDITION",
  "ABORTED",
  "OUT_OF_RANGE",
  "UNIMPLEMENTED",
  "INTERNAL",
  "UNAVAILABLE",
  "DATA_LOSS",
  "UNAUTHENTICATED",
];

/** Codes of a write that changed nothing, because a document was not in the expected state. */
export const CONFLICT_CODES = ["ALREADY_EXISTS", "FAILED_PRECONDITION", "NOT_FOUND", "ABORTED"];

/**
 * Codes of errors whose text goes to the log. Texts of other errors may quote document ids, which can contain names of
 * people.
 */
const WITH_TEXT = ["PERMISSION_DENIED", "UNAUTHENTICATED", "RESOURCE_EXHAUSTED", "UNAVAILABLE", "UNKNOWN"];

const ATTEMPTS_MAX = 10;

export class FirestoreError extends StoreUnavailable {
  override readonly name = "FirestoreFault";
  constructor(code: string, text: string) {
    super(`Firestore answered ${code || "with an error"}${text}`, code);
  }
}

export async function callFirestore<T>(call: Promise<T>): Promise<T> {
  try {
    return await withDeadline(call);
  } catch (error) {
    throw firestoreErrorForLog(error);
  }
}

/** @returns false if a document was not in the expected state. If `commitBatch` throws, the outcome is unknown. */
async function commitBatch(db: Firestore, writes: (batch: Transaction) => void): Promise<boolean> {
  try {
    // Do not use a WriteBatch: the library retries a WriteBatch for 10 minutes.
    await withDeadline(db.runTransaction(async (batch) => writes(batch), { maxAttempts: 1 }));
    return true;
  } catch (error) {
    if (CONFLICT_CODES.includes(firestoreErrorCode(error))) return false;
    throw firestoreErrorForLog(error);
  }
}

/** The write fails if the document was changed, created or deleted after it was read. */
export function putDocument(batch: Transaction, { ref, exists, updateTime }: DocumentSnapshot, fields: object): void {
  if (exists) batch.update(ref, fields as UpdateData<object>, { lastUpdateTime: updateTime });
  else batch.create(ref, fields);
}

const CONFLICT = new Error("The document has changed since it was read.");

/** Optimistic locking: repeats `attempt` until its conditional write succeeds. */
export async function runTransaction<T>(
  db: Firestore,
  attempt: (write: (writes: (batch: Transaction) => void) => Promise<void>) => Promise<T>,
): Promise<T> {
  for (let n = 0; n < ATTEMPTS_MAX; n++) {
    try {
      return await attempt(async (writes) => {
        if (!(await commitBatch(db, writes))) throw CONFLICT;
      });
    } catch (error) {
      if (error !== CONFLICT) throw error;
    }
    await pause(Math.random() * 20 * 2 ** n);
  }
  throw new Error("Firestore: too many concurrent writes of one document.");
}

export function firestoreErrorCode(error: unknown): string {
  if (error instanceof StoreUnavailable) return error.code;
  return CODES[Number((error as { code?: unknown } | null)?.code)] ?? "";
}

/** Errors of Google's libraries contain requests and responses. These must not be logged. */
export function firestoreErrorForLog(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof NoAnswerError || !("code" in error || "config" in error))
    return error;
  const code = firestoreErrorCode(error);
  return new FirestoreError(code, code === "" || WITH_TEXT.includes(code) ? `: ${error.message.split("\n")[0]}` : ".");
}
