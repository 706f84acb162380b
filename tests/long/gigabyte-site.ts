/**
 * Runs the site, and work beside its visitors: each line on standard input begins with the name of a piece of work.
 * Prints `LINE done`.
 */
import { createInterface } from "node:readline";
import { rewriteErasedDocuments } from "#adapters/sqlite/erasure.ts";
import { openDataFolderForCommand } from "#server/backends/data-folder.ts";
import { readConfig } from "#server/config.ts";
import { serveSite } from "#server/serve.ts";
import { openServices } from "#server/services.ts";

await serveSite(process.env);
const config = readConfig(process.env);
const opened = await openServices(config, {
  onChange() {},
  onMail() {},
  report: (error) => void process.stderr.write(`${error}\n`),
});
const { db } = await openDataFolderForCommand(config);

const WORK: Record<string, () => Promise<unknown>> = {
  backup: () => opened.services.backups.make(),
  async purge() {
    const purged = "collection = 'evenements' AND content ->> 'Nom' = 'Purge'";
    const rows = db.prepare(`SELECT content ->> 'picture' AS key FROM documents WHERE ${purged}`).all();
    db.exec(`DELETE FROM documents WHERE ${purged}`);
    await opened.services.pictures.collect(rows.map(({ key }) => String(key)));
  },
  rewrite: () => rewriteErasedDocuments(db),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [name = ""] = line.split(" ", 1);
  await WORK[name]?.();
  process.stdout.write(`${line} done\n`);
}
