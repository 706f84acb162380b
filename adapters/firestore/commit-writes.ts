import {
  type Transaction as Calls,
  type DocumentReference,
  type DocumentSnapshot,
  FieldPath,
  type Firestore,
} from "@google-cloud/firestore";
import type { Content } from "#ports/documents.ts";
import type { TransactionAttempt } from "#ports/transaction-attempt.ts";
import { COMMITS, fromJson } from "./values.ts";

/**
 * Number of transaction ids that a document stores, the newest ones. A writer whose response was lost finds its id
 * there if it was committed; the list is long enough that later writers do not remove it too early.
 */
const COMMITS_MAX = 8;

export function commitWrites(
  db: Firestore,
  calls: Calls,
  { writes, transaction }: TransactionAttempt,
  snapshots: ReadonlyMap<string, DocumentSnapshot>,
): void {
  for (const write of writes) {
    const ref = db.collection(write.collection).doc(write.id);
    if (write.kind === "delete") calls.delete(ref);
    else {
      const fields = {
        ...(fromJson(db, write.content) as Record<string, unknown>),
        [COMMITS]: [transaction.id, ...earlierCommits(snapshots.get(ref.path))].slice(0, COMMITS_MAX),
      };
      if (write.kind === "create") calls.create(ref, fields);
      else if (write.kind === "replace") calls.set(ref, fields);
      else update(calls, ref, fields);
    }
  }
}

function earlierCommits(snapshot: DocumentSnapshot | undefined): unknown[] {
  const commits: unknown = snapshot?.get(COMMITS);
  return Array.isArray(commits) ? commits : [];
}

/** Uses FieldPath, because the library parses a dot in a field name as a path. */
function update(calls: Calls, ref: DocumentReference, fields: Content | Record<string, unknown>): void {
  const [[field, value] = [COMMITS, []], ...more] = Object.entries(fields);
  calls.update(ref, new FieldPath(field), value, ...more.flatMap(([name, one]) => [new FieldPath(name), one]));
}
