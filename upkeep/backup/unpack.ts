/** Unpacks a backup into a new folder and believes nothing of it: every name, size, checksum and table is checked. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolderSync } from "#adapters/disk/durable-files.ts";
import { isOwnName } from "#domain/pictures/picture-variants.ts";
import { isMail } from "./contents.ts";
import { inspect } from "./inspect.ts";
import {
  formatOf,
  isKnownFormat,
  isManifest,
  type Listed,
  MANIFEST_MAX,
  type Manifest,
  readManifest,
} from "./manifest.ts";
import { DamagedArchive, readTar, type Sink, writeAll } from "./tar.ts";

/** A backup that is not restored; the message is the one line that says why. */
export class RefusedBackup extends Error {}

/** Where the pictures' files lie until the database has told the place of each. */
const LOOSE = "images-en-vrac";

const isPicture = (name: string) => name.startsWith("images/") && isOwnName(name.slice(7)) && !name.endsWith(".tmp");

/**
 * @param file a backup, or anything else
 * @param folder made here, complete and durable when this returns: `site.db`, `images/`, `outbox/`, `secret`
 * @param migrations the folder of this version's migrations
 * @throws RefusedBackup
 */
export function unpack({ file, folder, migrations }: { file: string; folder: string; migrations: string }): {
  manifest: Manifest;
  files: number;
} {
  const refuse = (reason: string): never => {
    throw new RefusedBackup(`The backup ${file} is refused: ${reason}. Nothing was changed.`);
  };
  for (const name of ["", "outbox", LOOSE, "images"]) mkdirSync(join(folder, name), { mode: 0o700 });
  const { manifest, found } = readAll(file, folder, refuse);
  if (!manifest) return refuse("it is cut short");
  if (!sameList(manifest.files, found)) refuse("its list and its contents differ");
  if (!existsSync(join(folder, "site.db"))) refuse("it holds no database");
  const inspected = inspect(join(folder, "site.db"), migrations);
  if (typeof inspected === "string") return refuse(inspected);
  if (inspected.schema !== manifest.schema) refuse("its list and its database differ");

  const lost = new Set(manifest.missing);
  for (const { name, path } of inspected.images) {
    if (!found.has(name) && !lost.has(name)) refuse("a picture is missing in it");
    if (!found.has(name)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(join(folder, LOOSE, name.slice(7)), join(folder, path));
  }
  // Pictures that were deleted while the backup was made.
  rmSync(join(folder, LOOSE), { recursive: true });
  syncTree(folder);
  return { manifest, files: found.size };
}

function readAll(file: string, folder: string, refuse: (reason: string) => never) {
  const found = new Map<string, Listed>();
  let manifest: Manifest | null = null;
  let first = true;

  function onEntry(name: string, size: number): Sink {
    if (first) return onMark(name, size);
    if (manifest) return refuse("something follows its list");
    if (found.has(name)) return refuse("it holds a file twice");
    if (isManifest(name)) return size > MANIFEST_MAX ? refuse("its list is too long") : readList(name);
    return save(name, placeOf(name, folder) ?? refuse("it holds something that no backup holds"), found);
  }

  function onMark(name: string, size: number): Sink {
    first = false;
    const format = formatOf(name);
    if (format === null || size > 0) return refuse("it is no backup of this site");
    if (!isKnownFormat(format))
      return refuse("it was made by another version of this site: install that version first");
    return { write() {}, end() {} };
  }

  const readList = (name: string): Sink =>
    collect((bytes) => {
      manifest = readManifest(name, bytes) ?? refuse("its list is damaged");
    });

  const fd = openSync(file, "r");
  try {
    readTar(fd, onEntry);
  } catch (fault) {
    if (fault instanceof DamagedArchive) refuse(first ? "it is no backup of this site" : fault.message);
    throw fault;
  } finally {
    closeSync(fd);
  }
  return { manifest: manifest as Manifest | null, found };
}

function placeOf(name: string, folder: string): string | null {
  if (name === "site.db" || name === "secret" || isMail(name)) return join(folder, name);
  return isPicture(name) ? join(folder, LOOSE, name.slice(7)) : null;
}

function save(name: string, path: string, found: Map<string, Listed>): Sink {
  const fd = openSync(path, "wx", name.startsWith("images/") ? 0o644 : 0o600);
  const hash = createHash("sha256");
  let size = 0;
  return {
    write(piece) {
      hash.update(piece);
      size += piece.length;
      writeAll(fd, piece);
    },
    end() {
      found.set(name, { name, size, sha256: hash.digest("hex") });
      fsyncSync(fd);
      closeSync(fd);
    },
  };
}

function collect(onEnd: (bytes: Buffer) => void): Sink {
  const pieces: Buffer[] = [];
  return {
    write: (piece) => void pieces.push(Buffer.from(piece)),
    end: () => onEnd(Buffer.concat(pieces)),
  };
}

const sameList = (listed: readonly Listed[], found: ReadonlyMap<string, Listed>): boolean =>
  listed.length === found.size &&
  listed.every(({ name, size, sha256 }) => {
    const same = found.get(name);
    return same?.size === size && same.sha256 === sha256;
  });

/** Writes a small private file that survives a power cut. */
export function writeFileDurably(path: string, bytes: Buffer): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    writeAll(fd, bytes);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function syncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) syncTree(join(folder, entry.name));
  syncFolderSync(folder);
}
