import type { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { emptyWriteAheadLog } from "#adapters/sqlite/erasure.ts";
import type { Documents } from "#ports/documents.ts";
import { type AtEnd, embeddedFile } from "#tests/contracts/stores/embedded-file.ts";

/** @returns a function that opens the documents of a new database file, each time on a new connection */
export async function sqliteDocuments(): Promise<() => Promise<Documents>> {
  const { file, open } = embeddedFile();
  open();
  return async () => {
    const documents = openSqliteDocuments(file, { pollMs: 20 });
    onTestFinished(() => documents.close());
    return documents;
  };
}

const opened = new WeakMap<DatabaseSync, Documents>();

/** @returns the documents of an open database, which are closed when the test ends, or the file */
export function documentsOf(db: DatabaseSync, atEnd: AtEnd = onTestFinished): Documents {
  const known = opened.get(db);
  if (known) return known;
  const documents = openSqliteDocuments(db.location() ?? "", { pollMs: 20, onErased: () => emptyWriteAheadLog(db) });
  opened.set(db, documents);
  atEnd(() => documents.close());
  return documents;
}
