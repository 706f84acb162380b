/** Reads what a form sends, whole and in bounded time and memory, before anything is done with it. */
/** Why it could not be read: it has too many bytes, came too slowly, or stopped on its way. */
export type RefusDeCorps = "trop-lourd" | "trop-lent" | "incomplet";

type Body = Uint8Array<ArrayBuffer> | RefusDeCorps;

/**
 * @param maxOctets more than that is not kept
 * @param delaiMs how long the whole may take; what needs longer is no form of this site, or holds a place on purpose
 */
export async function readBody(request: Request, maxOctets: number, delaiMs: number): Promise<Body> {
  if (Number(request.headers.get("content-length") ?? 0) > maxOctets) return "trop-lourd";
  return readUpTo(request, maxOctets, delaiMs, () => "trop-lourd");
}

/** Reads the beginning of what is sent, as `readBody` does the whole. @param maxOctets the rest is left unread */
export const readBeginning = (request: Request, maxOctets: number, delaiMs: number): Promise<Body> =>
  readUpTo(request, maxOctets, delaiMs, rassembler);

/** @param tooMuch what becomes of the pieces that came once they are more than `maxOctets` */
async function readUpTo(
  request: Request,
  maxOctets: number,
  delaiMs: number,
  tooMuch: (pieces: readonly Uint8Array[], size: number) => Body,
): Promise<Body> {
  const lecteur = request.body?.getReader();
  if (!lecteur) return new Uint8Array();
  let lent = false;
  const minuterie = setTimeout(() => {
    lent = true;
    lecteur.cancel().catch(() => {});
  }, delaiMs);
  const morceaux: Uint8Array[] = [];
  let taille = 0;
  try {
    for (;;) {
      const { done, value } = await lecteur.read();
      if (lent) return "trop-lent";
      if (done) return rassembler(morceaux, taille);
      taille += value.length;
      morceaux.push(value);
      if (taille > maxOctets) return tooMuch(morceaux, taille);
    }
  } catch {
    return lent ? "trop-lent" : "incomplet";
  } finally {
    clearTimeout(minuterie);
  }
}

const rassembler = (morceaux: readonly Uint8Array[], taille: number): Uint8Array<ArrayBuffer> =>
  Buffer.concat(morceaux, taille);
