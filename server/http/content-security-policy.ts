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
 * Allows every page to show frames, because client-side navigation keeps the first page's policy, and can lead to the
 * text editor, which shows a page in a frame. @param framed whether this response is the page in the editor's frame
 */
export function cspWithNonce(nonce: string, framed: boolean): string {
  const ancestors = `frame-src 'self'; frame-ancestors '${framed ? "self" : "none"}'`;
  return `${POLICY.replace("frame-ancestors 'none'", ancestors)}; script-src 'self' 'nonce-${nonce}'`;
}

/** For cached pages: replaces the nonce by a hash of each script that has it. Injected scripts have no allowed hash. */
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

/** Policy of responses that are not pages. */
export const EMPTY_POLICY = "default-src 'none'; frame-ancestors 'none'";
