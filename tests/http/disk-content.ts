/** The content of a site's data folder, to find out whether a request has changed it. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** @returns the rows of every table and a hash of every file, also beside them; equal when nothing was written */
export function contentsOf(folder: string): Record<string, unknown> {
  const db = new DatabaseSync(join(folder, "site.db"), { readOnly: true });
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
    .all()
    .map(({ name }) => String(name));
  const rowsOf = (name: string) =>
    db
      .prepare(`SELECT * FROM "${name}"`)
      .all()
      .map(
        (line): Record<string, unknown> => ({
          ...line,
          ...(line.bytes instanceof Uint8Array && { bytes: hashOf(line.bytes) }),
        }),
      );
  const collections = Object.entries(Object.groupBy(rowsOf("documents"), ({ collection }) => String(collection)));
  const lines = [...collections, ...tables.filter((name) => name !== "documents").map((name) => [name, rowsOf(name)])];
  db.close();
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith("site.db"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((path) => [path, hashOf(readFileSync(path))]);
  return Object.fromEntries([...lines, ...files]);
}

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");
