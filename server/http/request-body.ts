/**
 * Reads what a form sends, in bounded time and memory, before anything is done with it: a body that comes slowly holds
 * no place where pages are made (docs/decisions/0044).
 */

/** It has too many bytes, came too slowly, or stopped on its way. */
export class BodyRefused extends Error {
  readonly why: "too-much" | "too-slow" | "incomplete";

  constructor(why: BodyRefused["why"]) {
    super(`a form was ${why}`);
    this.name = "BodyRefused";
    this.why = why;
  }
}

type Limits = {
  /** More bytes are not kept. */
  max: number;
  /** How long the whole may take; what needs longer is no form of this site, or holds a place on purpose. */
  ms: number;
  /** The beginning is enough: what comes after it is left unread. */
  beginning?: boolean;
};

/**
 * @returns the pieces of what was sent
 * @throws `BodyRefused`
 */
export async function readBody(request: Request, { max, ms, beginning = false }: Limits): Promise<Uint8Array[]> {
  if (!beginning && Number(request.headers.get("content-length") ?? 0) > max) throw new BodyRefused("too-much");
  const reader = request.body?.getReader();
  const pieces: Uint8Array[] = [];
  if (!reader) return pieces;
  let slow = false;
  const timer = setTimeout(() => {
    slow = true;
    reader.cancel().catch(() => {});
  }, ms);
  try {
    for (let size = 0; size <= max; ) {
      const { done, value } = await reader.read();
      if (slow) break;
      if (done) return pieces;
      size += value.length;
      pieces.push(value);
    }
  } catch {
    throw new BodyRefused(slow ? "too-slow" : "incomplete");
  } finally {
    clearTimeout(timer);
  }
  if (slow) throw new BodyRefused("too-slow");
  if (beginning) return pieces;
  throw new BodyRefused("too-much");
}
