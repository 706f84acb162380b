/**
 * A backup is a SQLite database with one line after its last page: format, SHA-256 of the pages and the time, and the
 * time when the backup was made. SQLite ignores the line. `integrity_check` alone does not notice a changed bit in text.
 */
import { createHash } from "node:crypto";
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from "node:fs";

/** The message is one line for the user. */
export class RefusedBackup extends Error {
  constructor(file: string, reason: string) {
    super(`The backup ${file} is refused: ${reason}. Nothing was changed.`);
  }
}

/** Increase the number in `FORMAT` if older versions of the site cannot read a new backup. */
const FORMAT = "jeunesse-sauvegarde-2";
const LINE = new RegExp(String.raw`^${FORMAT} sha256 ([0-9a-f]{64}) (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)\n$`);
const LINE_BYTES = `${FORMAT} sha256 ${"0".repeat(64)} ${new Date(0).toISOString()}\n`.length;
const OTHER_FORMAT = /jeunesse-sauvegarde-\d{1,6} [^\n]{0,200}\n$/;
const SQLITE = "SQLite format 3\0";
const PIECE = 1024 * 1024;

/** Durable. @returns the size of the backup in bytes */
export function addBackupChecksum(file: string, madeAt: Date): number {
  const fd = openSync(file, "r+");
  try {
    const { size } = fstatSync(fd);
    const made = madeAt.toISOString();
    const line = Buffer.from(`${FORMAT} sha256 ${checksumOf(fd, size, made)} ${made}\n`);
    for (let start = 0; start < line.length; ) start += writeSync(fd, line, start, line.length - start, size + start);
    fsyncSync(fd);
    return size + line.length;
  } finally {
    closeSync(fd);
  }
}

/**
 * Reads a backup and verifies its checksum.
 * @param onPages called with all pages of the database, in pieces, before the checksum is known
 * @returns the time when the backup was made
 */
export function readBackup(file: string, onPages: (piece: Buffer) => void = () => {}): Date {
  const fd = openSync(file, "r");
  try {
    const size = fstatSync(fd).size - LINE_BYTES;
    const [head, end] = [readAt(fd, 0, SQLITE.length), readAt(fd, Math.max(0, size), LINE_BYTES)];
    const [, checksum, made = ""] = LINE.exec(end) ?? [];
    if (checksum === undefined) throw new RefusedBackup(file, reasonOf(head, end));
    if (checksumOf(fd, size, made, onPages) !== checksum) throw new RefusedBackup(file, "it is damaged");
    return new Date(made);
  } finally {
    closeSync(fd);
  }
}

function reasonOf(head: string, end: string): string {
  if (head !== SQLITE) return "it is no backup of this site";
  const isOther = OTHER_FORMAT.test(end) && !end.includes(`${FORMAT} `);
  return isOther
    ? "it was made by another version of this site: install that version first"
    : "it is cut short, or no backup of this site";
}

function readAt(fd: number, start: number, length: number): string {
  const bytes = Buffer.alloc(length);
  return bytes.toString("latin1", 0, readSync(fd, bytes, 0, length, start));
}

function checksumOf(fd: number, size: number, made: string, onPiece: (piece: Buffer) => void = () => {}): string {
  const hash = createHash("sha256");
  const buffer = Buffer.alloc(PIECE);
  for (let start = 0; start < size; ) {
    const stored = readSync(fd, buffer, 0, Math.min(PIECE, size - start), start);
    if (stored === 0) throw new Error("The file was truncated while it was read.");
    const piece = buffer.subarray(0, stored);
    hash.update(piece);
    onPiece(piece);
    start += stored;
  }
  return hash.update(made).digest("hex");
}
