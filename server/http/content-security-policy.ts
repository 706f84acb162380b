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

/**
 * Makes a document that was rendered with a nonce one that may be kept: its scripts are allowed by their hashes instead.
 * Markup that a text smuggled into the page does not know the nonce, and is not allowed.
 * @returns the document without the nonce, and its policy
 */
export function withHashes(html: string, nonce: string): { html: string; policy: string } {
  const attribute = ` nonce="${nonce}"`;
  const hashes = new Set<string>();
  for (const [, tag = "", script = ""] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi))
    if (tag.includes(attribute)) hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
  return {
    html: html.replaceAll(attribute, ""),
    policy: `${POLICY}; script-src ${["'self'", ...hashes].join(" ")}`,
  };
}

/** Policy of what is no page: nothing at all. */
export const EMPTY_POLICY = "default-src 'none'; frame-ancestors 'none'";
