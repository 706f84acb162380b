/** Unpacks a backup into a new folder and believes nothing of it: every name, size, checksum and table is checked. */
import { createHash } from "node:crypto";
import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { isOwnName } from "#domain/variantes.ts";
import { syncFolderSync } from "../durable-files.ts";
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
  const refuser = (raison: string): never => {
    throw new RefusedBackup(`The backup ${file} is refused: ${raison}. Nothing was changed.`);
  };
  for (const nom of ["", "outbox", LOOSE, "images"]) mkdirSync(join(folder, nom), { mode: 0o700 });
  const { manifest, found } = readAll(file, folder, refuser);
  if (!manifest) return refuser("it is cut short");
  if (!sameList(manifest.fichiers, found)) refuser("its list and its contents differ");
  if (!existsSync(join(folder, "site.db"))) refuser("it holds no database");
  const inspected = inspect(join(folder, "site.db"), migrations);
  if (typeof inspected === "string") return refuser(inspected);
  if (inspected.schema !== manifest.schema) refuser("its list and its database differ");

  const lost = new Set(manifest.manquants);
  for (const { name, path } of inspected.images) {
    if (!found.has(name) && !lost.has(name)) refuser("a picture is missing in it");
    if (!found.has(name)) continue;
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    renameSync(join(folder, LOOSE, name.slice(7)), join(folder, path));
  }
  // Pictures that were deleted while the backup was made.
  rmSync(join(folder, LOOSE), { recursive: true });
  syncTree(folder);
  return { manifest, files: found.size };
}

function readAll(file: string, folder: string, refuser: (raison: string) => never) {
  const found = new Map<string, Listed>();
  let manifest: Manifest | null = null;
  let first = true;

  function onEntry(nom: string, taille: number): Sink {
    if (first) return onMark(nom, taille);
    if (manifest) return refuser("something follows its list");
    if (found.has(nom)) return refuser("it holds a file twice");
    if (isManifest(nom)) return taille > MANIFEST_MAX ? refuser("its list is too long") : readList(nom);
    return save(nom, placeOf(nom, folder) ?? refuser("it holds something that no backup holds"), found);
  }

  function onMark(nom: string, taille: number): Sink {
    first = false;
    const format = formatOf(nom);
    if (format === null || taille > 0) return refuser("it is no backup of this site");
    if (!isKnownFormat(format))
      return refuser("it was made by another version of this site: install that version first");
    return { write() {}, end() {} };
  }

  const readList = (nom: string): Sink =>
    collect((octets) => {
      manifest = readManifest(nom, octets) ?? refuser("its list is damaged");
    });

  const fd = openSync(file, "r");
  try {
    readTar(fd, onEntry);
  } catch (panne) {
    if (panne instanceof DamagedArchive) refuser(first ? "it is no backup of this site" : panne.message);
    throw panne;
  } finally {
    closeSync(fd);
  }
  return { manifest: manifest as Manifest | null, found };
}

function placeOf(nom: string, folder: string): string | null {
  if (nom === "site.db" || nom === "secret" || isMail(nom)) return join(folder, nom);
  return isPicture(nom) ? join(folder, LOOSE, nom.slice(7)) : null;
}

function save(nom: string, path: string, found: Map<string, Listed>): Sink {
  const fd = openSync(path, "wx", nom.startsWith("images/") ? 0o644 : 0o600);
  const hash = createHash("sha256");
  let taille = 0;
  return {
    write(morceau) {
      hash.update(morceau);
      taille += morceau.length;
      writeAll(fd, morceau);
    },
    end() {
      found.set(nom, { nom, taille, sha256: hash.digest("hex") });
      fsyncSync(fd);
      closeSync(fd);
    },
  };
}

function collect(onEnd: (octets: Buffer) => void): Sink {
  const morceaux: Buffer[] = [];
  return {
    write: (morceau) => void morceaux.push(Buffer.from(morceau)),
    end: () => onEnd(Buffer.concat(morceaux)),
  };
}

const sameList = (listed: readonly Listed[], found: ReadonlyMap<string, Listed>): boolean =>
  listed.length === found.size &&
  listed.every(({ nom, taille, sha256 }) => {
    const trouve = found.get(nom);
    return trouve?.taille === taille && trouve.sha256 === sha256;
  });

/** Writes a small private file that survives a power cut. */
export function writeFileDurably(path: string, octets: Buffer): void {
  const fd = openSync(path, "wx", 0o600);
  try {
    writeAll(fd, octets);
    fsyncSync(fd);
  } finally {
    closeSync(fd);
  }
}

function syncTree(folder: string): void {
  for (const entree of readdirSync(folder, { withFileTypes: true }))
    if (entree.isDirectory()) syncTree(join(folder, entree.name));
  syncFolderSync(folder);
}
