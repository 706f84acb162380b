/** Which files belong to a database: what a backup of it has to hold, and where each goes back to. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pictureFiles } from "#domain/pictures/picture-variants.ts";
import { isCollection, isShared } from "#domain/pictures/stored-image.ts";
import { placesOf } from "../data-folder.ts";

/** Named by date, kind and id (eml-mailer.ts). */
const MAIL = /^[\w-]{1,90}\.eml$/;

/** A file of the site: its name in a backup, which never leads anywhere, and its path below the data folder. */
export type Content = { readonly name: string; readonly path: string };

/**
 * The pictures' files that a database names.
 * @param db of any version
 * @throws when a document is of no picture
 */
export function imagesOf(db: DatabaseSync): Content[] {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'documents'").get();
  if (!exists) return [];
  const pictures = db.prepare(
    // Of some files of an older site nothing was made.
    `SELECT id, content ->> 'collection' AS collection, content ->> '$.made.width' AS width FROM documents
      WHERE collection = 'pictures' AND content ->> 'made' IS NOT NULL`,
  );
  return pictures.all().flatMap(({ id, collection, width }) => {
    const [key, folder, largest] = [String(id), String(collection), Number(width)];
    const sensible = isCollection(folder) && /^[0-9a-f]{20}$/.test(key) && largest > 0 && largest < 2000;
    if (!sensible) throw new Error("the database names a picture that cannot be one");
    return pictureFiles(key, largest, isShared({ collection: folder })).map((name) => ({
      name: `images/${name}`,
      path: join("images", "variantes", name),
    }));
  });
}

/** Accounts, settings and the journal are there before anything is. */
const WITH_CONTENT = `SELECT 1 FROM documents
  WHERE collection IN ('membres', 'evenements', 'inbox', 'pictures')
    OR (collection = 'journal' AND json_extract(content, '$.orderBin') IS NOT NULL)
  LIMIT 1`;

/** @returns whether it holds no member, event, entry or picture, also none in the recycle bin */
export const isWithoutContent = (db: DatabaseSync): boolean => db.prepare(WITH_CONTENT).get() === undefined;

/** The mails kept as files that are there now. */
export function mailsIn(dataDir: string): Content[] {
  const { outbox } = placesOf(dataDir);
  if (!existsSync(outbox)) return [];
  const names = readdirSync(outbox).filter((name) => MAIL.test(name));
  return names.sort().map((name) => ({ name: `outbox/${name}`, path: join("outbox", name) }));
}

/** @param name in a backup @returns whether it is the name of a kept mail */
export const isMail = (name: string): boolean => name.startsWith("outbox/") && MAIL.test(name.slice(7));

/** The last migration that a database has seen; null for one without tables. */
export function schemaOf(db: DatabaseSync): string | null {
  const last = db.prepare("SELECT max(nom) AS name FROM migrations").get()?.name;
  return typeof last === "string" ? last : null;
}
