/**
 * Ids with an HMAC-SHA256 of the site's secret, for links that open one thing. They are computed, not stored, so a stolen
 * copy of the documents opens no link.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Length of the HMAC part in characters: 132 bits in base64url. */
const MAC_LENGTH = 22;

/** @param purpose so that a link of one kind does not open another */
export const signId = (secret: string, purpose: string, id: string): string =>
  id + createHmac("sha256", secret).update([purpose, id].join("\n")).digest("base64url").slice(0, MAC_LENGTH);

/** @returns the id in a token; null if the token is wrong */
export function readSignedId(secret: string, purpose: string, token: string): string | null {
  const id = token.slice(0, -MAC_LENGTH);
  const [sent, expected] = [Buffer.from(token), Buffer.from(signId(secret, purpose, id))];
  return id !== "" && sent.length === expected.length && timingSafeEqual(sent, expected) ? id : null;
}
