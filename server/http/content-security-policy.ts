import { createHash } from "node:crypto";

const POLICY = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' blob:",
  "font-src 'self'",
  "manifest-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Every page allows frames, because client-side navigation to the text editor keeps the policy of the earlier page.
 * @param framed true for the page inside the frame of the text editor
 */
export function cspWithNonce(nonce: string, framed: boolean): string {
  const ancestors = `frame-src 'self'; frame-ancestors '${framed ? "self" : "none"}'`;
  return `${POLICY.replace("frame-ancestors 'none'", ancestors)}; script-src 'self' 'nonce-${nonce}'`;
}

/**
 * Prepares a page for the cache: removes the nonce, which must differ in each response, and allows scripts by hash. Only
 * scripts that had the nonce get a hash, so an injected script stays forbidden.
 */
export function cspWithHashes(html: string, nonce: string): { html: string; policy: string } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, tag = "", script = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi))
    if (tag.includes(attribute)) hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return {
    html: html.replaceAll(attribute, ""),
    policy: `${POLICY}; script-src ${["'self'", ...hashes].join(" ")}`,
  };
}

export const CSP_WITHOUT_SOURCES = "default-src 'none'; frame-ancestors 'none'";
