/** Writes the log without ever waiting or throwing: a full disk, or a pipe without a reader, must not stop the site. */
import { writeSync } from "node:fs";
import type { LostLogLines } from "#domain/site-health/measurements.ts";

export function createLogOutput(fd: number, now: () => Date = () => new Date()) {
  /** The end of a line of which only the beginning was written. */
  let rest: Uint8Array = new Uint8Array();
  let loss: LostLogLines | null = null;

  /** @returns whether the bytes were written, or are kept in `rest` */
  function put(bytes: Uint8Array): boolean {
    try {
      rest = bytes.subarray(writeSync(fd, bytes));
      return true;
    } catch {
      return false;
    }
  }

  const isClear = () => rest.length === 0 || (put(rest) && rest.length === 0);

  /** Reports lost lines as soon as the log can be written again. @returns whether the log can be written */
  function resume(): boolean {
    if (!isClear()) return false;
    if (!loss || loss.until) return true;
    const until = now();
    const msg = `log: ${loss.lines} lines lost since ${loss.from.toISOString()}`;
    if (!put(Buffer.from(`${JSON.stringify({ level: 40, time: until.toISOString(), msg })}\n`))) return false;
    loss = { ...loss, until };
    return isClear();
  }

  return {
    /** @param line ends with a line break */
    write(line: string): void {
      if (resume() && put(Buffer.from(line))) return;
      loss = { lines: (loss?.lines ?? 0) + 1, from: loss?.from ?? now(), until: null };
    },

    /** @returns all lines lost since the start of the process; null if no line was lost */
    readLoss(): LostLogLines | null {
      resume();
      return loss;
    },
  };
}

/** The standard output. Node makes a pipe or a socket non-blocking when it opens the stream; otherwise a write could wait. */
export const logOutput = createLogOutput(process.stdout.fd ?? 1);

// Without these listeners, a closed pipe ends the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
