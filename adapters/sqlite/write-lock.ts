import { setTimeout as pause } from "node:timers/promises";
import { StoreUnavailable } from "#ports/store-unavailable.ts";
import { codeOf, SQLITE_BUSY } from "./transaction.ts";

/** Errors of the disk: IOERR, FULL, CANTOPEN, READONLY. */
const DISK = [10, 13, 14, 8];
const RETRY_MS = 10;
const DEADLINE_MS = 5000;
const STOPPING_MS = 200;

let stopsAt = Number.POSITIVE_INFINITY;

/** Called at shutdown: from now on no statement waits for long. */
export function stopWaiting(): void {
  stopsAt = performance.now() + STOPPING_MS;
}

/** Retries without blocking the event loop, for 5 s at most, or until soon after `stopWaiting`. */
export async function whenUnlocked<T>(statement: () => T): Promise<T> {
  const end = performance.now() + DEADLINE_MS;
  for (;;) {
    try {
      return statement();
    } catch (error) {
      const code = codeOf(error);
      if (DISK.includes(code)) throw new StoreUnavailable("The database cannot be written.", `SQLITE ${code}`);
      if (code !== SQLITE_BUSY) throw error;
      if (performance.now() > Math.min(end, stopsAt))
        throw new StoreUnavailable("The database is locked.", "SQLITE_BUSY");
    }
    await pause(RETRY_MS);
  }
}
