/**
 * Makes a backup of a data folder while the site goes on. Pictures never change, they only come and go: they are
 * copied first, then the database, then what the database names beyond them. Should a picture be gone by then, the
 * database is copied anew: rows go before their files, so that a newer copy no longer names it.
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
import { isBlank } from "../../adapters/sqlite/database.ts";
import { placesOf } from "../data-folder.ts";
import { lockFolder } from "../folder-lock.ts";
import { type Content, imagesOf, isWithoutContent, mailsIn, schemaOf } from "./contents.ts";
import { type Listed, MARK, writeManifest } from "./manifest.ts";
import { isBackupName } from "./names.ts";
import { isRestoreUnfinished } from "./restore.ts";
import { createTarWriter } from "./tar.ts";

/** What is being written; never mistaken for a backup. */
const UNFINISHED = ".partiel";

/** How often the database is copied at most: each further time only what changed in a few milliseconds is left. */
const COPIES_MAX = 20;
/** Left free on the disk, so that a backup never stops the site from writing. */
const RESERVE = 32 * 1024 * 1024;
const BUSY_TIMEOUT_MS = 5000;

export type BackupReport = {
  readonly file: string;
  /** When the database was copied. */
  readonly madeAt: Date;
  readonly files: number;
  readonly bytes: number;
  /** Files of pictures that the database names and the disk has lost; the backup is complete but for them. */
  readonly missing: readonly string[];
};

/**
 * Writes one file (mode 600) with the database, the pictures it names, the kept mails and the secret. It is there
 * completely or not at all, and survives a power cut once this returns. Synchronous: a site calls it in a thread.
 * @param dataDir the data folder of a site, running or not
 * @param file where it goes; its folder is made when it is missing (mode 700)
 * @param fileIfEmpty its path where the site has no content; absent: the same
 * @param waitMs how long to wait for another backup of the same folder to end
 * @throws with one line that says why there is none: no site there, another backup under way, a damaged database,
 * no room on the disk
 */
export function makeBackup({
  dataDir,
  file,
  fileIfEmpty = file,
  waitMs = 0,
}: {
  dataDir: string;
  file: string;
  fileIfEmpty?: string;
  waitMs?: number;
}): BackupReport {
  const { database } = placesOf(dataDir);
  if (isBlank(database)) throw new Error(`There is no site in ${dataDir} to back up.`);
  if (isRestoreUnfinished(dataDir))
    throw new Error(`A restore of ${dataDir} was interrupted: start the site, which finishes it, then back it up.`);
  const unlock = lockFolder(dataDir, "verrou-sauvegarde", waitMs);
  if (!unlock) throw new Error(`Another backup of ${dataDir} is being made.`);
  const unfinished = file + UNFINISHED;
  const copy = `${unfinished}.db`;
  const dropUnfinished = () => {
    for (const rest of [unfinished, copy, `${copy}-journal`]) rmSync(rest, { force: true });
  };
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    dropUnfinished();
    dropAbandoned(dirname(file));
    const { empty, ...report } = write({ dataDir, unfinished, copy });
    // Whoever sees the backup finds nothing unfinished beside it.
    rmSync(copy, { force: true });
    const named = empty ? fileIfEmpty : file;
    renameSync(unfinished, named);
    syncFolderSync(dirname(file));
    return { file: named, ...report };
  } finally {
    dropUnfinished();
    unlock();
  }
}

/** Deletes what a process left that was killed over a backup; no other backup is under way now. */
function dropAbandoned(folder: string): void {
  for (const name of readdirSync(folder))
    if (name.includes(UNFINISHED) && isBackupName(name.split(UNFINISHED, 1)[0] ?? "")) rmSync(join(folder, name));
}

function write({ dataDir, unfinished, copy }: { dataDir: string; unfinished: string; copy: string }) {
  const { database, secret } = placesOf(dataDir);
  const db = new DatabaseSync(database, { timeout: BUSY_TIMEOUT_MS });
  const fd = openSync(unfinished, "wx", 0o600);
  try {
    checkIntact(db, database);
    const tar = createTarWriter(fd);
    const listed = new Map<string, Listed>();
    const add = ({ name, path }: Content): boolean => listed.has(name) || addFile(name, join(dataDir, path));

    /** @returns false when the file is gone */
    function addFile(name: string, path: string): boolean {
      const source = openExisting(path);
      if (source === null) return false;
      try {
        const { size } = fstatSync(source);
        const hash = createHash("sha256");
        tar.add(name, source, size, (piece) => hash.update(piece));
        listed.set(name, { name: name, size: size, sha256: hash.digest("hex") });
        return true;
      } finally {
        closeSync(source);
      }
    }

    const first = [...imagesOf(db), ...mailsIn(dataDir)];
    checkRoom(dirname(unfinished), dataDir, [...first.map(({ path }) => path), "site.db", "site.db"]);
    tar.addBytes(MARK, Buffer.alloc(0));
    for (const content of first) add(content);
    if (existsSync(secret)) addFile("secret", secret);
    const { madeAt, schema, missing, empty } = copyUntilComplete(db, copy, add);
    for (const mail of mailsIn(dataDir)) add(mail);
    addFile("site.db", copy);
    const manifest = writeManifest({
      made: madeAt.toISOString(),
      schema,
      missing: missing,
      files: [...listed.values()],
    });
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
 * Copies the database, and again as long as it names files that went away meanwhile. What a second copy still names
 * and the disk still lacks is lost.
 * @param add false when a file is gone
 */
function copyUntilComplete(db: DatabaseSync, copy: string, add: (content: Content) => boolean) {
  let gone = new Set<string>();
  for (let n = 0; n < COPIES_MAX; n++) {
    rmSync(copy, { force: true });
    const madeAt = new Date();
    // Of one instant, however much is written meanwhile, and without what was deleted before.
    db.prepare("VACUUM INTO ?").run(copy);
    chmodSync(copy, 0o600);
    const { images, ...about } = readCopy(copy);
    const missing = images.filter((image) => !add(image)).map(({ name }) => name);
    if (missing.every((name) => gone.has(name))) return { madeAt, missing, ...about };
    gone = new Set(missing);
  }
  throw new Error("Pictures come and go faster than they can be copied. Try again in a quieter moment.");
}

function readCopy(copy: string) {
  const db = new DatabaseSync(copy, { readOnly: true });
  try {
    return { images: imagesOf(db), schema: schemaOf(db) ?? "", empty: isWithoutContent(db) };
  } finally {
    db.close();
  }
}

/** A backup of a damaged database would push a good one out. */
function checkIntact(db: DatabaseSync, file: string): void {
  let found: unknown;
  try {
    found = db.prepare("PRAGMA integrity_check(1)").get()?.integrity_check;
  } catch (fault) {
    found = (fault as Error).message;
  }
  if (found !== "ok") throw new Error(`The database ${file} is damaged, so that it is not backed up: ${found}`);
}

/** @param paths below the data folder; those that are gone count nothing */
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
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fault;
  }
}
