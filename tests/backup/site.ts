/** Fills data folders, and compares them after a restore. */

import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { writeDurably } from "#adapters/disk/durable-files.ts";
import { openFolder } from "#adapters/disk/files.ts";
import { openDatabase } from "#adapters/sqlite/database.ts";
import { openDocuments } from "#adapters/sqlite/documents.ts";
import { createEvents } from "#stores/events.ts";
import { createInbox } from "#stores/inbox.ts";
import { createPictures } from "#stores/pictures/pictures.ts";
import { aMessage } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { placeMigrated } from "#tests/migrated.ts";

/** @returns an empty folder, which is deleted when the test ends */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-sauvegarde-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const filled = new Map<string, Promise<string>>();

/** Fills a data folder with an event, its poster, a message, a saved mail and a secret. @param nom name of the event */
export async function fillSite(dataDir: string, nom = "Brisolée"): Promise<void> {
  const model = filled.get(nom) ?? makeSite(nom);
  filled.set(nom, model);
  cpSync(await model, dataDir, { recursive: true, preserveTimestamps: true });
}

/** @returns a data folder of that site */
async function makeSite(nom: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "jeunesse-modele-"));
  placeMigrated(join(dataDir, "site.db"));
  const db = openDatabase(join(dataDir, "site.db"));
  const documents = openDocuments(join(dataDir, "site.db"));
  const files = openFolder(join(dataDir, "images"));
  const images = createPictures({ documents, files });
  const event = anEvent({ name: nom, month: "2025-10" });
  const bytes = await jpeg(600, 400, nom.length);
  const poster = await prepared({ images }, "evenements", "affiche.jpg", bytes);
  await createEvents(documents).create(`${nom}1025`, event, null, poster);
  await createInbox(documents).add(aMessage({ subject: nom }), new Date());
  await writeDurably(
    join(dataDir, "outbox"),
    new Map([[`20251001-120000-message-${nom.length}.eml`, Buffer.from(nom)]]),
  );
  writeFileSync(join(dataDir, "secret"), nom.padEnd(43, "x"), { mode: 0o600 });
  await images.stop();
  documents.close();
  db.close();
  return dataDir;
}

/** The state of a site: all rows of all tables, and the bytes of all other files. */
export type State = { tables: Record<string, unknown[]>; files: Record<string, string> };

/** @returns the state of a data folder; null without a database */
export function stateOf(dataDir: string): State | null {
  if (!existsSync(join(dataDir, "site.db"))) return null;
  const files: State["files"] = {};
  const walk = (folder: string) => {
    for (const entry of existsSync(folder) ? readdirSync(folder, { withFileTypes: true }) : []) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) walk(path);
      else files[relative(dataDir, path)] = readFileSync(path, "base64");
    }
  };
  for (const folder of ["images", "outbox"]) walk(join(dataDir, folder));
  files.secret = readFileSync(join(dataDir, "secret"), "utf8");
  return { tables: tablesOf(join(dataDir, "site.db")), files };
}

export function tablesOf(file: string): State["tables"] {
  const db = new DatabaseSync(file);
  try {
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(
      names.map(({ name }) => [
        String(name),
        db
          .prepare(`SELECT * FROM "${name}"`)
          .all()
          .map((line) => JSON.stringify(line))
          .sort(),
      ]),
    );
  } finally {
    db.close();
  }
}
