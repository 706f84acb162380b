import { copyFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it, onTestFinished } from "vitest";
import { MIGRATIONS, openDatabase } from "#adapters/embedded/database.ts";
import { rewriteErased } from "#adapters/embedded/erasure.ts";
import { createEvenementStore } from "#adapters/embedded/evenement-store.ts";
import { migrate } from "#adapters/embedded/migrate.ts";

const AT = "2026-08-01T20:15:00.000Z";
const DATES = { Date: "2026-09", FirstDay: "2026-09-04", LastDay: "", StartTime: "22:00", EndTime: "04:00" };
const WORDS = ["Kiosque", "Turlutaine", "Brimborion", "Picaillons", "kouglof", "Quinquerlet", "galimafre"];

/** @returns the file of a database as the version left it that kept everything of a deleted event */
function olderFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-traces-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const name of readdirSync(MIGRATIONS).filter((one) => one < "0021"))
    copyFileSync(join(MIGRATIONS, name), join(folder, name));
  const db = new DatabaseSync(join(folder, "site.db"));
  db.exec("PRAGMA journal_mode = WAL");
  migrate(db, folder);
  const adding = db.prepare(
    `INSERT INTO deleted_evenements (id, sequence, updated_at, Date, FirstDay, StartTime, EndTime, LastDay, State, Nom,
       Lieu, Details, Price, MinimumAge, Tickets, Contact, AfterMovie, Publication)
     VALUES (?, ?, '${AT}', '2026-09', '2026-09-04', '22:00', '04:00', '', 'reporte', ?, 'Turlutaine', 'Brimborion',
       'Picaillons', '16', 'https://kouglof.ch', 'Quinquerlet', 'https://galimafre.ch', ?)`,
  );
  for (let n = 0; n < 100; n++) adding.run(`Fête-${n}`, n, "Kiosque", "");
  for (const Publication of ["draft", "2999-01-01T00:00:00.000Z"]) adding.run(Publication, 200, "Kiosque", Publication);
  for (const [n, Nom] of ["", " ", "\t\n\u00a0"].entries()) adding.run(`Nameless-${n}`, 200, Nom, "");
  db.close();
  return join(folder, "site.db");
}

const found = (file: string) => WORDS.filter((word) => readFileSync(file, "latin1").includes(word));

it("of the events that were deleted before, the dates are left, in the file as well; of drafts nothing", async () => {
  const file = olderFile();
  expect(found(file)).toEqual(WORDS);
  const db = openDatabase(file);
  const traces = await createEvenementStore(db).listDeleted(new Date(0));
  expect(traces.toSorted((a, b) => a.sequence - b.sequence)).toEqual(
    Array.from({ length: 100 }, (_, n) => ({ ...DATES, id: `Fête-${n}`, sequence: n, updatedAt: AT })),
  );
  rewriteErased(db);
  db.close();
  expect(found(file)).toEqual([]);
});
