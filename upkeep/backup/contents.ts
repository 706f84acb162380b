import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { pictureFiles } from "#domain/pictures/picture-variants.ts";
import { isCollection, isShared } from "#domain/pictures/stored-image.ts";
import { dataPaths } from "#upkeep/private-folder.ts";

const MAIL = /^[\w-]{1,90}\.eml$/;

/** `name`: path in the backup, without `..`. `path`: relative to the data folder. */
export type BackupContent = { readonly name: string; readonly path: string };

/** Also reads a database of an older version. Throws if a picture document is invalid. */
export function imagesOf(db: DatabaseSync): BackupContent[] {
  const exists = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'documents'").get();
  if (!exists) return [];
  const pictures = db.prepare(
    // `made` is null if a picture of the older Firebase site could not be read. Such a picture has no files.
    `SELECT id, content ->> 'collection' AS collection, content ->> '$.made.width' AS width FROM documents
      WHERE collection = 'pictures' AND content ->> 'made' IS NOT NULL`,
  );
  return pictures.all().flatMap(({ id, collection, width }) => {
    const [key, folder, largest] = [String(id), String(collection), Number(width)];
    const sensible = isCollection(folder) && /^[0-9a-f]{20}$/.test(key) && largest > 0 && largest < 2000;
    if (!sensible) throw new Error("the database has an invalid picture entry");
    return pictureFiles(key, largest, isShared({ collection: folder })).map((name) => ({
      name: `images/${name}`,
      path: join("images", "variantes", name),
    }));
  });
}

const WITH_CONTENT = `SELECT 1 FROM documents
  WHERE collection IN ('membres', 'evenements', 'inbox', 'pictures', 'texts')
    OR (collection = 'journal' AND json_extract(content, '$.orderBin') IS NOT NULL)
  LIMIT 1`;

export const isWithoutContent = (db: DatabaseSync): boolean => db.prepare(WITH_CONTENT).get() === undefined;

export function mailsIn(dataDir: string): BackupContent[] {
  const { outbox } = dataPaths(dataDir);
  if (!existsSync(outbox)) return [];
  const names = readdirSync(outbox).filter((name) => MAIL.test(name));
  return names.sort().map((name) => ({ name: `outbox/${name}`, path: join("outbox", name) }));
}

export const isMail = (name: string): boolean => name.startsWith("outbox/") && MAIL.test(name.slice(7));

export function schemaOf(db: DatabaseSync): string | null {
  const last = db.prepare("SELECT max(nom) AS name FROM migrations").get()?.name;
  return typeof last === "string" ? last : null;
}
