/** A picture that is made when somebody asks for it, from settings that may change at any time. */

/** @param fichier name to save it under; without personal data */
export const imageAnswer = (
  contenu: string | Uint8Array,
  type: "image/svg+xml" | "image/png",
  fichier: string,
): Response =>
  new Response(typeof contenu === "string" ? contenu : new Uint8Array(contenu), {
    headers: {
      "content-type": type,
      "content-disposition": `inline; filename="${fichier}"`,
      "x-robots-tag": "noindex",
      "cache-control": "private, no-store",
    },
  });

/** One sentence in place of a file. */
export const phraseAnswer = (phrase: string, status: 400 | 404 | 503): Response =>
  new Response(phrase, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
