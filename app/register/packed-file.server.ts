/** The page of a preview carries what was read, so that nothing is stored before it is confirmed. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { IMPORT_LIMITS } from "#domain/members/import/csv-table.ts";

export const packFile = async (bytes: Uint8Array): Promise<string> =>
  (await promisify(gzip)(bytes)).toString("base64url");

/** @returns an empty file if the field was changed, or would be larger than a file of members may be */
export const unpackFile = (packed: string): Promise<Uint8Array> =>
  promisify(gunzip)(Buffer.from(packed, "base64url"), { maxOutputLength: IMPORT_LIMITS.bytes }).catch(
    () => new Uint8Array(),
  );
