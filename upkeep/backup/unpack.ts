/** A backup is untrusted: every name, size, checksum and table is checked. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { syncFolderSync } from "#adapters/disk/durable-files.ts";
import { isOwnName } from "#domain/pictures/picture-variants.ts";
import { isMail } from "./contents.ts";
import { inspectFiles } from "./inspect.ts";
import {
  isManifest,
  isMarkerName,
  type ListedFile,
  MANIFEST_MAX,
  MARKER_NAME,
  type Manifest,
  readManifest,
} from "./manifest.ts";
import { DamagedArchive, readTar, type TarSink, writeFully } from "./tar.ts";

/** The message is one line for the user. */
export class RefusedBackup extends Error {}

/** Picture files stay here until the database tells which files belong to the site. */
const LOOSE = "images-en-vrac";

const isPicture = (name: string) => name.startsWith("images/") && isOwnName(name.slice(7)) && !name.endsWith(".tmp");

/** Syncs all files to the disk. Throws RefusedBackup for an invalid backup. */
export function unpackBackup({ file, folder, migrations }: { file: string; folder: string; migrations: string }): {
  manifest: Manifest;
  files: number;
} {
  const refusal = (reason: string): never => {
    throw new RefusedBackup(`The backup ${file} is refused: ${reason}. Nothing was changed.`);
  };
  for (const name of ["", "outbox", LOOSE, "images"]) mkdirSync(join(folder, name), { mode: 0o700 });
  const { manifest, found } = readAll(file, folder, refusal);
  if (!manifest) return refusal("it is cut short");
  if (!sameList(manifest.files, found)) refusal("its list and its contents differ");
  if (!existsSync(join(folder, "site.db"))) refusal("it holds no database");
  const inspected = inspectFiles(join(folder, "site.db"), migrations);
  if (typeof inspected === "string") return refusal(inspected);
  if (inspected.schema !== manifest.schema) refusal("its list and its database differ");

  const lost = new Set(manifest.missing);
  for (const { name, path } of inspected.images) {
    if (!found.has(name) && !lost.has(name)) refusal("a picture is missing in it");
    if (!found.has(name)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(join(folder, LOOSE, name.slice(7)), join(folder, path));
  }
  // Delete the pictures that the database does not name: the site deleted these pictures during the backup.
  rmSync(join(folder, LOOSE), { recursive: true });
  syncTree(folder);
  return { manifest, files: found.size };
}

function readAll(file: string, folder: string, refusal: (reason: string) => never) {
  const found = new Map<string, ListedFile>();
  let manifest: Manifest | null = null;
  let first = true;

  function onEntry(name: string, size: number): TarSink {
    if (first) return onMark(name, size);
    if (manifest) return refusal("something follows its list");
    if (found.has(name)) return refusal("it holds a file twice");
    if (isManifest(name)) return size > MANIFEST_MAX ? refusal("its list is too long") : readList(name);
    return save(name, placeOf(name, folder) ?? refusal("it holds something that no backup holds"), found);
  }

  function onMark(name: string, size: number): TarSink {
    first = false;
    if (!isMarkerName(name) || size > 0) return refusal("it is no backup of this site");
    if (name !== MARKER_NAME) return refusal("it was made by another version of this site: install that version first");
    return { write() {}, end() {} };
  }

  const readList = (name: string): TarSink =>
    collect((bytes) => {
      manifest = readManifest(name, bytes) ?? refusal("its list is damaged");
    });

  const fd = openSync(file, "r");
  try {
    readTar(fd, onEntry);
  } catch (error) {
    if (error instanceof DamagedArchive) refusal(first ? "it is no backup of this site" : error.message);
    throw error;
  } finally {
    closeSync(fd);
  }
  return { manifest: manifest as Manifest | null, found };
}

function placeOf(name: string, folder: string): string | null {
  if (name === "site.db" || name === "secret" || isMail(name)) return join(folder, name);
  return isPicture(name) ? join(folder, LOOSE, name.slice(7)) : null;
}

function save(name: string, path: string, found: Map<string, ListedFile>): TarSink {
  const fd = openSync(path, "wx", name.startsWith("images/") ? 0o644 : 0o600);
  const hash = createHash("sha256");
  let size = 0;
  return {
    write(piece) {
      hash.update(piece);
      size += piece.length;
      writeFully(fd, piece);
    },
    end() {
      found.set(name, { name, size, sha256: hash.digest("hex") });
      fsyncSync(fd);
      closeSync(fd);
    },
  };
}

function collect(onEnd: (bytes: Buffer) => void): TarSink {
  const pieces: Buffer[] = [];
  return {
    write: (piece) => void pieces.push(Buffer.from(piece)),
    end: () => onEnd(Buffer.concat(pieces)),
  };
}

const sameList = (listed: readonly ListedFile[], found: ReadonlyMap<string, ListedFile>): boolean =>
  listed.length === found.size &&
  listed.every(({ name, size, sha256 }) => {
    const same = found.get(name);
    return same?.size === size && same.sha256 === sha256;
  });

export function writeFileDurably(path: string, bytes: Buffer): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    writeFully(fd, bytes);
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
