/** The note that an upgrade is at work on the data, for whoever finds the machine after a power cut. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { z } from "zod";
import type { Machine } from "./machine.ts";

const schema = z.object({ from: z.string(), to: z.string(), backup: z.string() });

/** Two releases, and the backup that was made of the stopped site between them. */
export type Pending = Readonly<z.infer<typeof schema>>;

/** @returns null when no upgrade is under way @throws when the note cannot be read */
export function readPending({ pending }: Machine): Pending | null {
  try {
    return schema.parse(JSON.parse(readFileSync(pending, "utf8")));
  } catch (fault) {
    if ((fault as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw fault;
  }
}

/** From here on the data may be of either release. */
export function notePending({ pending }: Machine, note: Pending): void {
  const temporary = `${pending}.tmp`;
  writeFileSync(temporary, JSON.stringify(note), { mode: 0o600, flush: true });
  renameSync(temporary, pending);
  syncFolder(dirname(pending));
}

/** From here on the data is of the release in use. */
export function forgetPending({ pending }: Machine): void {
  rmSync(pending, { force: true });
  syncFolder(dirname(pending));
}

/** Has another release be the one in use: at once, and also after a power cut. */
export function putInUse({ current }: Machine, release: string): void {
  const temporary = `${current}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(join("releases", release), temporary);
  renameSync(temporary, current);
  syncFolder(dirname(current));
}

export function syncFolder(folder: string): void {
  const handle = openSync(folder, "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
