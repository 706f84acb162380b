/**
 * Reads what a form sends, in bounded time and memory, before anything is done with it: a body that comes slowly holds
 * no place where pages are made (docs/decisions/0045).
 */
import type { Readable } from "node:stream";

/** It has too many bytes, came too slowly or in too many pieces, or stopped on its way. */
export class BodyRefused extends Error {
  readonly why: "too-much" | "too-slow" | "in-pieces" | "incomplete";

  constructor(why: BodyRefused["why"]) {
    super(`a form was ${why}`);
    this.name = "BodyRefused";
    this.why = why;
  }
}

export type Limits = {
  /** More bytes are not kept. */
  max: number;
  /** How long the whole may take; what needs longer is no form of this site, or holds a place on purpose. */
  ms: number;
  /** The beginning is enough: what comes after it is left unread. */
  beginning?: boolean;
};

/**
 * Each piece (an HTTP chunk or a read of the network) costs some microseconds, however short it is. A body may come in
 * so many of any length; of more, each has to bring 128 bytes on average. The smallest TCP segments bring 536.
 */
const PIECES = { free: 1_000, bytes: 128 };
export const hasTooManyParts = (pieces: number, bytes: number): boolean => pieces > PIECES.free + bytes / PIECES.bytes;

/** Of a body that announces no length; it doubles whenever it is full. */
const FIRST_BUFFER = 16 * 1024;

/**
 * @param source the request itself where it came over the wire: a web stream of it takes ten times as long for each piece
 * @param announced bytes, as the Content-Length header says; 0 where it says nothing
 * @returns what was sent
 * @throws `BodyRefused`
 */
export async function readBody(source: Readable, announced: number, limits: Limits): Promise<Uint8Array> {
  const { max, ms, beginning = false } = limits;
  if (!beginning && announced > max) throw new BodyRefused("too-much");
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  const body = new GrowingBuffer(Math.min(announced > 0 ? announced : FIRST_BUFFER, max));
  let pieces = 0;
  const take = (piece: Uint8Array) => {
    body.append(piece);
    if (body.size > max) end(beginning ? undefined : "too-much");
    else if (hasTooManyParts(++pieces, body.size)) end("in-pieces");
  };
  const end = (why?: BodyRefused["why"]) => {
    source.off("data", take).pause();
    clearTimeout(timer);
    if (why) reject(new BodyRefused(why));
    else resolve(body.content());
  };
  const timer = setTimeout(end, ms, "too-slow");
  if (source.destroyed) end("incomplete");
  source.once("end", () => end());
  for (const event of ["error", "close"]) source.once(event, () => end("incomplete"));
  source.on("data", take);
  return promise;
}

/** Copies the pieces: each of them would keep the whole read of 64 KB in memory that it is a view of. */
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
