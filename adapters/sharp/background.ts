import { readdirSync, readFileSync } from "node:fs";
import { getPriority, setPriority } from "node:os";

/** Node's pool, on which sharp works, and libvips' own threads; those that they start later inherit from them. */
const FILS_DE_FOND = /^(?:libuv-worker|libvips worker)$/;
/** A tenth of what the thread that answers visitors gets where both want the same processor; Node reads files there too. */
const POLITESSE = 10;
const LA_PLUS_BASSE = 19;
const FILS = "/proc/self/task";

/**
 * Has the threads that make pictures give way to the one that answers visitors, on systems that tell one thread of a
 * process from another (Linux). Elsewhere it does nothing.
 */
export function giveWay(): void {
  if (process.platform !== "linux") return;
  const priorite = Math.min(getPriority() + POLITESSE, LA_PLUS_BASSE);
  for (const fil of readdirSync(FILS)) {
    try {
      if (FILS_DE_FOND.test(readFileSync(`${FILS}/${fil}/comm`, "utf8").trim())) setPriority(Number(fil), priorite);
    } catch {
      // It has ended since, or this system does not allow it: pictures are made all the same.
    }
  }
}
