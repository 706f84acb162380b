/** Packs uploaded data for a hidden field: nothing is stored before the user confirms. */
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";

export const packFile = async (bytes: Uint8Array): Promise<string> =>
  (await promisify(gzip)(bytes)).toString("base64url");

/** @returns no bytes if `packed` is damaged or unpacks to more than `max` bytes */
export const unpackFile = (packed: string, max: number): Promise<Uint8Array> =>
  promisify(gunzip)(Buffer.from(packed, "base64url"), { maxOutputLength: max }).catch(() => new Uint8Array());
