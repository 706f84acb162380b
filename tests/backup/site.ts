/** Fills data folders, and compares them after a restore. */

import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { onTestFinished } from "vitest";
import { openSqliteDocuments } from "#adapters/sqlite/documents.ts";
import { openSqliteFiles } from "#adapters/sqlite/files.ts";
import { createEventStore } from "#stores/events.ts";
import { createInboxStore } from "#stores/inbox.ts";
import { createPictureStore } from "#stores/pictures/pictures.ts";
import { createSiteSecret } from "#stores/site-secret.ts";
import { aMessage } from "#tests/contracts/stores/samples.ts";
import { anEvent } from "#tests/event-of-a-month.ts";
import { prepared } from "#tests/images/kept-pictures.ts";
import { jpeg } from "#tests/images/pictures.ts";
import { placeMigrated } from "#tests/migrated.ts";
import { writeSiteMarker } from "#upkeep/lost-database.ts";

/** @returns an empty folder, which is deleted when the test ends */
export function scratch(): string {
  const folder = mkdtempSync(join(tmpdir(), "jeunesse-sauvegarde-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const filled = new Map<string, Promise<string>>();

/** Fills a data folder with an event, its poster, a message, a secret and a saved mail. @param nom name of the event */
export async function fillSite(dataDir: string, nom = "Brisolée"): Promise<void> {
  const model = filled.get(nom) ?? makeSite(nom);
  filled.set(nom, model);
  cpSync(await model, dataDir, { recursive: true, preserveTimestamps: true });
}

/** @returns a data folder of that site */
async function makeSite(nom: string): Promise<string> {
  const dataDir = mkdtempSync(join(tmpdir(), "jeunesse-modele-"));
  const database = join(dataDir, "site.db");
  placeMigrated(database);
  const documents = openSqliteDocuments(database);
  const files = openSqliteFiles(database, { onErased: () => {} });
  const pictures = createPictureStore({ documents, files });
  const event = anEvent({ name: nom, month: "2025-10" });
  const bytes = await jpeg(600, 400, nom.length);
  const poster = await prepared({ pictures }, "evenements", "affiche.jpg", bytes);
  await createEventStore(documents).create(`${nom}1025`, event, null, poster);
  await createInboxStore(documents).add(aMessage({ subject: nom }), new Date());
  await createSiteSecret(documents)();
  await pictures.stop();
  documents.close();
  files.close();
  writeSiteMarker(dataDir);
  mkdirSync(join(dataDir, "outbox"), { mode: 0o700 });
  writeFileSync(join(dataDir, "outbox", `20251001-120000-message-${nom.length}.eml`), nom, { mode: 0o600 });
  return dataDir;
}

/** All rows of all tables. Bytes are in base64. */
export type State = Record<string, string[]>;

/** @returns the state of a data folder; null without a database */
export function stateOf(dataDir: string): State | null {
  const file = join(dataDir, "site.db");
  return existsSync(file) ? tablesOf(file) : null;
}

export function tablesOf(file: string): State {
  const db = new DatabaseSync(file);
  try {
    const names = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
    return Object.fromEntries(
      names.map(({ name }) => [String(name), db.prepare(`SELECT * FROM "${name}"`).all().map(textOf).sort()]),
    );
  } finally {
    db.close();
  }
}

const textOf = (row: Record<string, unknown>): string =>
  JSON.stringify(row, (_, value) => (value instanceof Uint8Array ? Buffer.from(value).toString("base64") : value));
