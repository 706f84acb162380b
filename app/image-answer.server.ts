/** A picture that is made when somebody asks for it, from settings that may change at any time. */

/** Browsers show a picture that stands alone in a page of their own making, with styles of their own. */
const POLITIQUES = {
  "image/svg+xml": "default-src 'none'; frame-ancestors 'none'",
  "image/png": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
} as const;

/** @param fichier name to save it under; without personal data */
export const imageAnswer = (contenu: string | Uint8Array, type: keyof typeof POLITIQUES, fichier: string): Response =>
  new Response(typeof contenu === "string" ? contenu : new Uint8Array(contenu), {
    headers: {
      "content-type": type,
      "content-disposition": `inline; filename="${fichier}"`,
      "content-security-policy": POLITIQUES[type],
      "x-robots-tag": "noindex",
      "cache-control": "private, no-store",
    },
  });

/** One sentence in place of a file. */
export const phraseAnswer = (phrase: string, status: 400 | 404 | 503): Response =>
  new Response(phrase, { status, headers: { "content-type": "text/plain; charset=utf-8" } });
