/** Which files belong to a database: what a backup of it has to hold, and where each goes back to. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { estSegment } from "#domain/identifiants.ts";
import { PICTURE_COLLECTIONS } from "#domain/stored-image.ts";
import { ownedFiles } from "#domain/variantes.ts";
import { placesOf } from "../data-folder.ts";
import { folderOf } from "../images/file-names.ts";
import type { PictureRow } from "../images/picture-rows.ts";

/** Named by date, kind and id (eml-mailer.ts). */
const COURRIEL = /^[\w-]{1,90}\.eml$/;

/** A file of the site: its name in a backup, which never leads anywhere, and its path below the data folder. */
export type Content = { readonly name: string; readonly path: string };

/**
 * The pictures' files that a database names. Their names are unique by themselves, so that a backup keeps them in
 * one folder and the place of each comes from the database.
 * @param db of any version
 * @throws when a row names a place that no picture can have
 */
export function imagesOf(db: DatabaseSync): Content[] {
  const existe = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'images'").get();
  if (!existe) return [];
  const lignes = db.prepare("SELECT * FROM images").all() as PictureRow[];
  return lignes.flatMap((ligne) => {
    const { collection, id, cle, largeur } = ligne;
    const sensee =
      PICTURE_COLLECTIONS.includes(collection) &&
      estSegment(id) &&
      /^[0-9a-f]{20}$/.test(cle) &&
      largeur > 0 &&
      largeur < 2000;
    if (!sensee) throw new Error("the database names a picture that cannot be one");
    const [webp, avif, share] = [ligne.webp === 1, ligne.avif === 1, ligne.partage === 1];
    return ownedFiles({ key: cle, width: largeur, webp, avif, share }).map((nom) => ({
      name: `images/${nom}`,
      path: join("images", folderOf({ collection, id }), nom),
    }));
  });
}

/** The mails kept as files that are there now. */
export function mailsIn(dataDir: string): Content[] {
  const { outbox } = placesOf(dataDir);
  if (!existsSync(outbox)) return [];
  const noms = readdirSync(outbox).filter((nom) => COURRIEL.test(nom));
  return noms.sort().map((nom) => ({ name: `outbox/${nom}`, path: join("outbox", nom) }));
}

/** @param name in a backup @returns whether it is the name of a kept mail */
export const isMail = (name: string): boolean => name.startsWith("outbox/") && COURRIEL.test(name.slice(7));

/** The last migration that a database has seen; null for one without tables. */
export function schemaOf(db: DatabaseSync): string | null {
  const dernier = db.prepare("SELECT max(nom) AS nom FROM migrations").get()?.nom;
  return typeof dernier === "string" ? dernier : null;
}
