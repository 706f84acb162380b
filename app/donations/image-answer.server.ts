/** A picture that is made when somebody asks for it, from settings that may change at any time. */

/** Browsers show a picture that stands alone in a page of their own making, with styles of their own. */
const POLICIES = {
  "image/svg+xml": "default-src 'none'; frame-ancestors 'none'",
  "image/png": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
} as const;

/** @param file name to save it under; without personal data */
export const imageAnswer = (content: string | Uint8Array, type: keyof typeof POLICIES, file: string): Response =>
  new Response(typeof content === "string" ? content : new Uint8Array(content), {
    headers: {
      "content-type": type,
      "content-disposition": `inline; filename="${file}"`,
      "content-security-policy": POLICIES[type],
      "x-robots-tag": "noindex",
      "cache-control": "private, no-store",
    },
  });
