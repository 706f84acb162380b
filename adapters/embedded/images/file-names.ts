/** The names of a picture's files on the disk, which are never made from a sent name. */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { isIdentifier, isSegment } from "#domain/identifiers.ts";
import { isServed } from "#domain/pictures/picture-variants.ts";
import { isCollection, type PictureFolder } from "#domain/pictures/stored-image.ts";

/** Longest file name of the common file systems, in bytes. */
const BYTES_MAX = 255;

/**
 * The folder of a document's pictures, below the store's own. An identifier of an existing project that some file system
 * does not take for a name (`Fête #2 ?`) has a name of the store's own, which no other can have.
 */
export const folderOf = ({ collection, id }: PictureFolder): string =>
  join(
    collection,
    isIdentifier(id) && Buffer.byteLength(id) <= BYTES_MAX
      ? id
      : `~${createHash("sha256").update(id).digest("hex").slice(0, 40)}`,
  );

/**
 * The file behind `/images/{collection}/{id}/{file}`. The segments are those of the URL, percent-decoded.
 * @param directory as given to `createPictureStore`
 * @returns the path of the file, which need not exist, or null when no picture can have this address
 */
export function imageFile(directory: string, collection: string, id: string, file: string): string | null {
  if (!isCollection(collection) || !isSegment(id) || !isServed(file)) return null;
  return join(directory, folderOf({ collection, id }), file);
}
