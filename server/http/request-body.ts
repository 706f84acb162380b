/** Reads a whole form before its processing starts: a slow connection then blocks no other form (decision 0045). */
import type { Readable } from "node:stream";

export class BodyRefused extends Error {
  readonly why: "too-much" | "too-slow" | "in-pieces" | "incomplete";

  constructor(why: BodyRefused["why"]) {
    super(`a form was ${why}`);
    this.name = "BodyRefused";
    this.why = why;
  }
}

export type BodyLimits = {
  /** Maximum size of the body in bytes. */
  max: number;
  ms: number;
  /** Return only the first `max` bytes of a larger body, instead of an error. */
  beginning?: boolean;
};

/**
 * Maximum number of pieces, because many tiny pieces would block the only thread: `free` pieces, and one more for every
 * `bytes` bytes.
 */
const PIECES = { free: 1_000, bytes: 128 };
const hasTooManyPieces = (pieces: number, bytes: number): boolean => pieces > PIECES.free + bytes / PIECES.bytes;

const FIRST_BUFFER = 16 * 1024;

/** Takes Node's stream, because web streams are slower. Throws `BodyRefused` above a limit. */
export async function readRequestBody(source: Readable, announced: number, limits: BodyLimits): Promise<Uint8Array> {
  const { max, ms, beginning = false } = limits;
  if (!beginning && announced > max) throw new BodyRefused("too-much");
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const body = new GrowingBuffer(Math.min(announced > 0 ? announced : FIRST_BUFFER, max));
  let pieces = 0;
  const append = (piece: Uint8Array) => {
    body.append(piece);
    if (body.size > max) end(beginning ? undefined : "too-much");
    else if (hasTooManyPieces(++pieces, body.size)) end("in-pieces");
  };
  const end = (why?: BodyRefused["why"]) => {
    source.off("data", append).pause();
    clearTimeout(timer);
    if (why) reject(new BodyRefused(why));
    else resolve(body.content());
  };
  const timer = setTimeout(end, ms, "too-slow");
  if (source.destroyed) end("incomplete");
  source.once("end", () => end());
  for (const event of ["error", "close"]) source.once(event, () => end("incomplete"));
  source.on("data", append);
  return promise;
}

/** Copies each piece: a piece keeps its whole network read of 64 KB in memory. */
class GrowingBuffer {
  size = 0;
  #bytes: Uint8Array;

  constructor(capacity: number) {
    this.#bytes = new Uint8Array(capacity);
  }

  append(piece: Uint8Array): void {
    if (this.size + piece.length > this.#bytes.length) {
      const larger = new Uint8Array(Math.max(this.#bytes.length * 2, this.size + piece.length));
      larger.set(this.content());
      this.#bytes = larger;
    }
    this.#bytes.set(piece, this.size);
    this.size += piece.length;
  }

  content(): Uint8Array {
    return this.#bytes.subarray(0, this.size);
  }
}
