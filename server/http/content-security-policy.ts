/** The Content-Security-Policy of every answer. */
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

/** Policy of a page that is not cached: its inline scripts carry the nonce. */
export const cspWithNonce = (nonce: string): string => `${POLICY}; script-src 'self' 'nonce-${nonce}'`;

/** Policy of one finished document: its inline scripts are allowed by their hashes, thus it may be cached. */
export function cspOf(html: string): string {
  const hashes = new Set<string>();
  for (const [, script = ""] of html.matchAll(/<script\b(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/gi))
    hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return `${POLICY}; script-src ${["'self'", ...hashes].join(" ")}`;
}

/** Policy of what is no page: nothing at all. */
export const EMPTY_POLICY = "default-src 'none'; frame-ancestors 'none'";
