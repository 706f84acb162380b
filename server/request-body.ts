/** Reads what a form sends, whole and in bounded time and memory, before anything is done with it. */

/** Why it could not be read: it has too many bytes, came too slowly, or stopped on its way. */
export type RefusDeCorps = "trop-lourd" | "trop-lent" | "incomplet";

/** In bytes, for what comes without saying how much it is. */
const PREMIERE_PLACE = 64 * 1024;

const plusGrand = (corps: Buffer, besoin: number) =>
  Buffer.concat([corps], Math.max(2 * corps.length, besoin)) as Buffer<ArrayBuffer>;

/**
 * @param maxOctets more than that is not kept
 * @param delaiMs how long the whole may take; what needs longer is no form of this site, or holds a place on purpose
 */
export async function readBody(
  request: Request,
  maxOctets: number,
  delaiMs: number,
): Promise<Uint8Array<ArrayBuffer> | RefusDeCorps> {
  if (Number(request.headers.get("content-length") ?? 0) > maxOctets) return "trop-lourd";
  const lecteur = request.body?.getReader();
  if (!lecteur) return new Uint8Array();
  let lent = false;
  const minuterie = setTimeout(() => {
    lent = true;
    lecteur.cancel().catch(() => {});
  }, delaiMs);
  // What was announced takes no memory before it arrives.
  let corps = Buffer.allocUnsafeSlow(
    Math.min(Number(request.headers.get("content-length")) || PREMIERE_PLACE, maxOctets),
  );
  let taille = 0;
  try {
    for (;;) {
      const { done, value } = await lecteur.read();
      if (lent) return "trop-lent";
      if (done) return corps.subarray(0, taille);
      if (taille + value.length > maxOctets) return "trop-lourd";
      if (taille + value.length > corps.length) corps = plusGrand(corps, taille + value.length);
      corps.set(value, taille);
      taille += value.length;
    }
  } catch {
    return lent ? "trop-lent" : "incomplet";
  } finally {
    clearTimeout(minuterie);
  }
}
