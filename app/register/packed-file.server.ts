/** A preview page carries the read file in a hidden field, so that nothing is stored before the confirmation. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { IMPORT_LIMITS } from "#domain/members/import/csv-table.ts";

export const packFile = async (bytes: Uint8Array): Promise<string> =>
  (await promisify(gzip)(bytes)).toString("base64url");

/** @returns an empty file if the field was changed or unpacks to more bytes than an import accepts */
export const unpackFile = (packed: string): Promise<Uint8Array> =>
  promisify(gunzip)(Buffer.from(packed, "base64url"), { maxOutputLength: IMPORT_LIMITS.bytes }).catch(
    () => new Uint8Array(),
  );
