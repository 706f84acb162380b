/** A paper, for a browser to show or to save. */

/**
 * @param file name to save it under; without personal data
 * @param cacheControl absent: nothing keeps it on its way
 */
export const pdfAnswer = (bytes: Uint8Array, file: string, cacheControl = "private, no-store"): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(bytes.byteLength),
      "content-disposition": `inline; filename="${file}"`,
      "cache-control": cacheControl,
    },
  });
