import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, it } from "vitest";
import { MIGRATIONS_FOLDER } from "#adapters/sqlite/database.ts";
import { writeFigures } from "#tests/figures.ts";
import { makeBackup } from "#upkeep/backup/create.ts";
import { restoreBackup } from "#upkeep/backup/restore.ts";
import { fillSite, scratch, stateOf } from "./site.ts";

/** Number of damaged backups: one byte is changed, or the end is cut off. */
const DAMAGES = 300;

it("a restore refuses every backup with a changed byte, or without its end, and changes nothing", {
  timeout: 120_000,
}, async () => {
  const [site, dataDir] = [join(scratch(), "site"), join(scratch(), "data")];
  await fillSite(site);
  await fillSite(dataDir, "Carnaval");
  const backup = join(scratch(), "b.db");
  await makeBackup({ dataDir: site, file: backup });
  const before = stateOf(dataDir);
  const bytes = readFileSync(backup);
  const file = join(scratch(), "abîmée.db");
  const attempt = (damaged: Buffer) => {
    writeFileSync(file, damaged);
    const restoring = () => restoreBackup({ file, dataDir, migrations: MIGRATIONS_FOLDER });
    expect(restoring).toThrow(/is refused: [^\n]+\. Nothing was changed\.$/);
  };
  const position = fc.integer({ min: 0, max: bytes.length - 1 });
  fc.assert(
    fc.property(position, fc.integer({ min: 0, max: 7 }), (position, bit) => {
      const damaged = Buffer.from(bytes);
      damaged.writeUInt8(damaged.readUInt8(position) ^ (1 << bit), position);
      attempt(damaged);
    }),
    { numRuns: DAMAGES / 2 },
  );
  fc.assert(
    fc.property(position, (position) => attempt(bytes.subarray(0, position))),
    { numRuns: DAMAGES / 2 },
  );
  // Every byte of the last line counts.
  for (let at = bytes.lastIndexOf("jeunesse-sauvegarde"); at < bytes.length; at++) {
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8(damaged.readUInt8(at) ^ 1, at);
    attempt(damaged);
  }
  expect(stateOf(dataDir)).toEqual(before);
  writeFigures("r4-sauvegarde-abimee", {
    promise: "A damaged or truncated backup is refused, and the site stays unchanged",
    figures: `${DAMAGES} damaged files, ${DAMAGES} refused`,
  });
});
