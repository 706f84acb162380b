/** The headers that protect visitors, which every response has. */
import { expect } from "vitest";

const POLICY =
  /^default-src 'none'; (?:.*; )?frame-ancestors 'none'(?:; script-src 'self'(?: '(?:nonce|sha256)-[\w+/=]+')*)?$/;

const EXPECTED: Record<string, unknown> = {
  "content-security-policy": expect.stringMatching(POLICY),
  "strict-transport-security": expect.stringMatching(/^max-age=\d{8}/),
  "x-content-type-options": "nosniff",
  "referrer-policy": expect.stringMatching(/^(?:strict-origin-when-cross-origin|same-origin|no-referrer)$/),
  "permissions-policy": expect.stringContaining("camera=()"),
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
  server: null,
  "x-powered-by": null,
  "access-control-allow-origin": null,
};

/** Checks a response of a site with HTTPS. @param asked method and path, for the message */
export function expectProtected(asked: string, { headers, status }: Response): void {
  const named = Object.fromEntries(Object.keys(EXPECTED).map((name) => [name, headers.get(name)]));
  expect({ asked, status, ...named }).toEqual({ asked, status, ...EXPECTED });
  expect([asked, headers.get("content-security-policy")?.includes("unsafe")]).toEqual([asked, false]);
  if (status === 405) expect([asked, headers.get("allow")]).toEqual([asked, expect.stringContaining("GET, HEAD")]);
  if (status === 429 || status === 503)
    expect([asked, headers.get("retry-after")]).toEqual([asked, expect.stringMatching(/^[1-9]\d*$/)]);
}
