import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "#ports/store-unavailable.ts";

const SQLITE_BUSY = 5;
/** What says that the disk, not the request, is at fault: IOERR, FULL, CANTOPEN, READONLY. */
const DISK = [10, 13, 14, 8];
const RETRY_MS = 10;
const DEADLINE_MS = 5000;
const STOPPING_MS = 200;

let stopsAt = Number.POSITIVE_INFINITY;

/** The process stops: from now on no statement of it waits for long. */
export function endWaits(): void {
  stopsAt = performance.now() + STOPPING_MS;
}

/**
 * Runs a statement that takes the write lock. While another process holds it, the event loop goes on.
 * @param statement synchronous, on a connection whose own timeout is 0
 * @throws `StoreUnavailable` after five seconds, soon after `endWaits`, or when the disk is at fault
 */
export async function whenUnlocked<T>(statement: () => T): Promise<T> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return statement();
    } catch (error) {
      // Extended codes keep the kind in their lowest byte.
      const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
      if (DISK.includes(code)) throw new StoreUnavailable("The database cannot be written.", `SQLITE ${code}`);
      if (code !== SQLITE_BUSY) throw error;
      if (performance.now() > Math.min(end, stopsAt))
        throw new StoreUnavailable("The database is locked.", "SQLITE_BUSY");
    }
    await pause(RETRY_MS);
  }
}
