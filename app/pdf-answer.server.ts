/** A paper, for a browser to show or to save. */

/**
 * @param fichier name to save it under; without personal data
 * @param cacheControl absent: nothing keeps it on its way
 */
export const pdfAnswer = (octets: Uint8Array, fichier: string, cacheControl = "private, no-store"): Response =>
  new Response(new Uint8Array(octets), {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(octets.byteLength),
      "content-disposition": `inline; filename="${fichier}"`,
      "cache-control": cacheControl,
    },
  });
