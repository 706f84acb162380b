import type { DatabaseSync } from "node:sqlite";
import type { Attempt, Write } from "#ports/transaction-attempt.ts";

/** Runs inside BEGIN IMMEDIATE. Returns the create whose document exists already; null when all were applied. */
export function applyWrites(db: DatabaseSync, { writes, transaction }: Attempt): Write | null {
  const creating = db.prepare(
    "INSERT INTO documents (collection, id, version, changed_at, content) VALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
  );
  const replacing = db.prepare(
    "UPDATE documents SET version = ?, changed_at = ?, content = ? WHERE collection = ? AND id = ?",
  );
  const reading = db.prepare("SELECT content FROM documents WHERE collection = ? AND id = ?");
  const deleting = db.prepare("DELETE FROM documents WHERE collection = ? AND id = ?");
  const [version, changedAt] = [transaction.id, new Date().toISOString()];
  for (const write of writes) {
    const { collection, id } = write;
    if (write.kind === "delete") deleting.run(collection, id);
    else if (write.kind === "create") {
      if (creating.run(collection, id, version, changedAt, JSON.stringify(write.content)).changes === 0) return write;
    } else {
      const before = write.kind === "update" ? JSON.parse(String(reading.get(collection, id)?.content)) : {};
      replacing.run(version, changedAt, JSON.stringify({ ...before, ...write.content }), collection, id);
    }
  }
  return null;
}
