/** Browsers show a PNG file in a page of their own, with inline styles. */
const POLICIES = {
  "image/svg+xml": "default-src 'none'; frame-ancestors 'none'",
  "image/png": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
} as const;

/** Not cached: the settings can change at any time. @param file name for saving, without personal data */
export const imageResponse = (content: string | Uint8Array, type: keyof typeof POLICIES, file: string): Response =>
  new Response(typeof content === "string" ? content : new Uint8Array(content), {
    headers: {
      "content-type": type,
      "content-disposition": `inline; filename="${file}"`,
      "content-security-policy": POLICIES[type],
      "x-robots-tag": "noindex",
      "cache-control": "private, no-store",
    },
  });
