/** Which files belong to a database: what a backup of it has to hold, and where each goes back to. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { isSegment } from "#domain/identifiers.ts";
import { pictureFiles } from "#domain/pictures/picture-variants.ts";
import { isShared, PICTURE_COLLECTIONS } from "#domain/pictures/stored-image.ts";
import { placesOf } from "../data-folder.ts";
import { folderOf } from "../images/file-names.ts";
import type { PictureRow } from "../images/picture-rows.ts";

/** Named by date, kind and id (eml-mailer.ts). */
const MAIL = /^[\w-]{1,90}\.eml$/;

/** A file of the site: its name in a backup, which never leads anywhere, and its path below the data folder. */
export type Content = { readonly name: string; readonly path: string };

/**
 * The pictures' files that a database names. Their names are unique by themselves, so that a backup keeps them in
 * one folder and the place of each comes from the database.
 * @param db of any version
 * @throws when a row names a place that no picture can have
 */
export function imagesOf(db: DatabaseSync): Content[] {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'images'").get();
  if (!exists) return [];
  const rows = db.prepare("SELECT * FROM images").all() as PictureRow[];
  return rows.flatMap(({ collection, id, key, width }) => {
    const sensible =
      PICTURE_COLLECTIONS.includes(collection) &&
      isSegment(id) &&
      /^[0-9a-f]{20}$/.test(key) &&
      width > 0 &&
      width < 2000;
    if (!sensible) throw new Error("the database names a picture that cannot be one");
    return pictureFiles(key, width, isShared({ collection })).map((name) => ({
      name: `images/${name}`,
      path: join("images", folderOf({ collection, id }), name),
    }));
  });
}

/** Accounts, settings and the journal are there before anything is. */
const WITH_CONTENT = `SELECT 1 FROM documents
  WHERE collection IN ('membres', 'evenements', 'inbox')
    OR (collection = 'journal' AND json_extract(content, '$.orderBin') IS NOT NULL)
  UNION ALL SELECT 1 FROM images LIMIT 1`;

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
