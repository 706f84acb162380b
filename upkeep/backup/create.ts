/**
 * The site runs during a backup and may delete pictures: first the row in the database, then the files. If the file of
 * a picture is missing, a second copy of the database tells whether the picture was deleted.
 */
import { createHash } from "node:crypto";
import {
  chmodSync,
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { syncFolderSync } from "#adapters/disk/durable-files.ts";
import { isBlank } from "#adapters/sqlite/database.ts";
import { dataPaths } from "#upkeep/private-folder.ts";
import { lockFolder } from "../folder-lock.ts";
import { type BackupContent, imagesOf, isWithoutContent, mailsIn, schemaOf } from "./contents.ts";
import { type ListedFile, MARKER_NAME, writeManifest } from "./manifest.ts";
import { isBackupName } from "./names.ts";
import { isRestoreUnfinished } from "./restore.ts";
import { createTarWriter } from "./tar.ts";

const UNFINISHED = ".partiel";

const COPIES_MAX = 20;
const RESERVE = 32 * 1024 * 1024;
const BUSY_TIMEOUT_MS = 5000;

export type BackupReport = {
  readonly file: string;
  readonly madeAt: Date;
  readonly files: number;
  readonly bytes: number;
  /** Picture files that the database names, but that the disk has lost. */
  readonly missing: readonly string[];
};

type Options = { dataDir: string; file: string; fileIfEmpty?: string; waitMs?: number };

/**
 * Blocks, so the site calls this function in a worker thread. Throws one line for the user.
 * `fileIfEmpty`: file name for a site without content. `waitMs`: how long to wait for another backup.
 */
export function makeBackup({ dataDir, file, fileIfEmpty = file, waitMs = 0 }: Options): BackupReport {
  const { database } = dataPaths(dataDir);
  if (isBlank(database)) throw new Error(`There is no site in ${dataDir} to back up.`);
  if (isRestoreUnfinished(dataDir))
    throw new Error(`A restore of ${dataDir} was interrupted: start the site, which finishes it, then back it up.`);
  const unlock = lockFolder(dataDir, "verrou-sauvegarde", waitMs);
  if (!unlock) throw new Error(`Another backup of ${dataDir} is being made.`);
  const { unfinished, copy } = unfinishedFiles(file);
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    dropUnfinished(file);
    dropAbandoned(dirname(file));
    const { empty, ...report } = write({ dataDir, unfinished, copy });
    // Delete the copy before the rename: once the backup has its final name, no temporary file may exist.
    rmSync(copy, { force: true });
    const named = empty ? fileIfEmpty : file;
    renameSync(unfinished, named);
    syncFolderSync(dirname(file));
    return { file: named, ...report };
  } finally {
    dropUnfinished(file);
    unlock();
  }
}

const unfinishedFiles = (file: string) => ({ unfinished: file + UNFINISHED, copy: `${file}${UNFINISHED}.db` });

/** Deletes the temporary files of a backup that has ended. */
export function dropUnfinished(file: string): void {
  const { unfinished, copy } = unfinishedFiles(file);
  for (const rest of [unfinished, copy, `${copy}-journal`]) rmSync(rest, { force: true });
}

/** The caller has the lock for backups, so no other backup is running: all unfinished files are abandoned. */
function dropAbandoned(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.includes(UNFINISHED) && isBackupName(name.split(UNFINISHED, 1)[0] ?? "")) rmSync(join(folder, name));
}

function write({ dataDir, unfinished, copy }: { dataDir: string; unfinished: string; copy: string }) {
  const { database, secret } = dataPaths(dataDir);
  const db = new DatabaseSync(database, { timeout: BUSY_TIMEOUT_MS });
  const fd = openSync(unfinished, "wx", 0o600);
  try {
    checkIntact(db, database);
    const tar = createTarWriter(fd);
    const listed = new Map<string, ListedFile>();
    const add = ({ name, path }: BackupContent): boolean => listed.has(name) || addFile(name, join(dataDir, path));

    function addFile(name: string, path: string): boolean {
      const source = openExisting(path);
      if (source === null) return false;
      try {
        const { size } = fstatSync(source);
        const hash = createHash("sha256");
        tar.add(name, source, size, (piece) => hash.update(piece));
        listed.set(name, { name, size, sha256: hash.digest("hex") });
        return true;
      } finally {
        closeSync(source);
      }
    }

    const first = [...imagesOf(db), ...mailsIn(dataDir)];
    checkRoom(dirname(unfinished), dataDir, [...first.map(({ path }) => path), "site.db", "site.db"]);
    tar.addBytes(MARKER_NAME, Buffer.alloc(0));
    for (const content of first) add(content);
    if (existsSync(secret)) addFile("secret", secret);
    const { madeAt, schema, missing, empty } = copyUntilComplete(db, copy, add);
    for (const mail of mailsIn(dataDir)) add(mail);
    addFile("site.db", copy);
    const manifest = writeManifest({ made: madeAt.toISOString(), schema, missing, files: [...listed.values()] });
    tar.addBytes(manifest.name, manifest.bytes);
    tar.end();
    fsyncSync(fd);
    return { madeAt, files: listed.size, bytes: fstatSync(fd).size, missing, empty };
  } finally {
    closeSync(fd);
    db.close();
  }
}

/**
 * Copies the database and its files, again if a file was deleted meanwhile. The backup leaves out a file that is missing
 * for two copies of the database. `add` returns false for a missing file.
 */
function copyUntilComplete(db: DatabaseSync, copy: string, add: (content: BackupContent) => boolean) {
  let gone = new Set<string>();
  for (let n = 0; n < COPIES_MAX; n++) {
    rmSync(copy, { force: true });
    const madeAt = new Date();
    // VACUUM INTO makes a consistent snapshot without deleted data.
    db.prepare("VACUUM INTO ?").run(copy);
    chmodSync(copy, 0o600);
    const { images, ...about } = readCopy(copy);
    const missing = images.filter((image) => !add(image)).map(({ name }) => name);
    if (missing.every((name) => gone.has(name))) return { madeAt, missing, ...about };
    gone = new Set(missing);
  }
  throw new Error("Pictures change faster than they can be copied. Try again later.");
}

function readCopy(copy: string) {
  const db = new DatabaseSync(copy, { readOnly: true });
  try {
    return { images: imagesOf(db), schema: schemaOf(db) ?? "", empty: isWithoutContent(db) };
  } finally {
    db.close();
  }
}

/** Backups of a damaged database would replace good backups, because only the newest backups are kept. */
function checkIntact(db: DatabaseSync, file: string): void {
  let found: unknown;
  try {
    found = db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check;
  } catch (error) {
    found = (error as Error).message;
  }
  if (found !== "ok") throw new Error(`The database ${file} is damaged and was not backed up: ${found}`);
}

function checkRoom(folder: string, dataDir: string, paths: string[]): void {
  const { bavail, bsize } = statfsSync(folder);
  const needed = paths.reduce(
    (sum, path) => sum + (statSync(join(dataDir, path), { throwIfNoEntry: false })?.size ?? 0),
    RESERVE,
  );
  const megabytes = (bytes: number) => Math.ceil(bytes / 1024 / 1024);
  if (bavail * bsize < needed)
    throw new Error(
      `Not enough room in ${folder} for a backup: ${megabytes(needed)} MB needed, ${megabytes(bavail * bsize)} MB free.`,
    );
}

function openExisting(path: string): number | null {
  try {
    return openSync(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
