/** Everything that a site has on its disk, to find out whether something was written. */
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Written by the health check, on purpose. */
const SANS_CONTENU = new Set(["sante", "sqlite_sequence"]);

/** @returns the rows of every table and a fingerprint of every file beside them; equal when nothing was written */
export function contenuDe(dossier: string): Record<string, unknown> {
  const db = new DatabaseSync(join(dossier, "site.db"), { readOnly: true });
  const tables = db
    .prepare("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%' ORDER BY name")
    .all()
    .map(({ name }) => String(name))
    .filter((nom) => !SANS_CONTENU.has(nom));
  const lignes = tables.map((nom) => [
    nom,
    db
      .prepare(`SELECT * FROM "${nom}"`)
      .all()
      .map((ligne) => ({ ...ligne })),
  ]);
  db.close();
  const fichiers = readdirSync(dossier, { recursive: true, withFileTypes: true })
    .filter((entree) => entree.isFile() && !entree.name.startsWith("site.db"))
    .map(({ parentPath, name }) => join(parentPath, name))
    .sort()
    .map((chemin) => [chemin, createHash("sha256").update(readFileSync(chemin)).digest("hex")]);
  return Object.fromEntries([...lignes, ...fichiers]);
}
