import { randomBytes } from "node:crypto";
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

/**
 * The secret that binds sessions to this data folder, made at the first start.
 * @param file where it is kept, mode 600; there completely or not at all
 * @returns at least 32 random characters
 * @throws when the file can be neither read nor made
 */
export function readOrMakeSecret(file: string): string {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  // An earlier version left an empty one when it was killed at the wrong moment.
  if (!statSync(file, { throwIfNoEntry: false })?.size) make(file);
  const secret = readFileSync(file, "utf8").trim();
  if (secret.length < 32) throw new Error(`${file} is damaged: it should hold at least 32 characters`);
  return secret;
}

function make(file: string): void {
  const unfinished = `${file}.${randomBytes(4).toString("hex")}.tmp`;
  try {
    writeFileSync(unfinished, randomBytes(32).toString("base64url"), { flag: "wx", mode: 0o600, flush: true });
    renameSync(unfinished, file);
  } finally {
    rmSync(unfinished, { force: true });
  }
}
