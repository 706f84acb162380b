/** A newer release of the site, which has one more migration. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { MIGRATIONS_FOLDER } from "#adapters/sqlite/database.ts";

const NAME = "0002-next.sql";

/** @returns its folder of migrations, and environment variables that make a process use them */
export function nextRelease(): { migrations: string; env: Record<string, string> } {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-next-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const [migrations, preload] = [join(folder, "migrations"), join(folder, "preload.mjs")];
  cpSync(MIGRATIONS_FOLDER, migrations, { recursive: true });
  writeFileSync(join(migrations, NAME), "CREATE TABLE next (x TEXT) STRICT;");
  writeFileSync(
    preload,
    `import { registerHooks } from "node:module";
     const here = 'join(import.meta.dirname, "migrations")';
     registerHooks({
       load(url, context, nextLoad) {
         const loaded = nextLoad(url, context);
         if (!url.endsWith("/adapters/sqlite/database.ts")) return loaded;
         const source = Buffer.from(loaded.source).toString();
         if (!source.includes(here)) throw new Error("database.ts names its migrations in another way");
         return { ...loaded, source: source.replace(here, ${JSON.stringify(JSON.stringify(migrations))}) };
       },
     });`,
  );
  return { migrations, env: { NODE_OPTIONS: `--import=${preload}` } };
}
