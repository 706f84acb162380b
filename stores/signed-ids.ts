/**
 * Tokens of links that open one thing: its id and an HMAC-SHA256 with the site's secret. They are computed, not stored, so
 * a stolen copy of the documents opens no link.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Length of the HMAC part in characters: 132 bits in base64url. */
const MAC_LENGTH = 22;

/**
 * @param signed what the token depends on: the kind of link first, so that a link of one kind does not open another, and
 * the id
 */
export const signId = (secret: string, id: string, signed: readonly string[]): string =>
  id + createHmac("sha256", secret).update(signed.join("\n")).digest("base64url").slice(0, MAC_LENGTH);

/** @returns the id in a token, which may be wrong */
export const idInToken = (token: string): string => token.slice(0, -MAC_LENGTH);

/** Whether a token is the expected one, compared in constant time. */
export function isSameToken(token: string, expected: string): boolean {
  const [one, other] = [Buffer.from(token), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** The token of a link that depends on nothing but its kind and the id. */
export const signIdOf = (secret: string, kind: string, id: string): string => signId(secret, id, [kind, id]);

/** @returns the id in a token of `signIdOf`; null if the token is wrong */
export function readSignedId(secret: string, kind: string, token: string): string | null {
  const id = idInToken(token);
  return id !== "" && isSameToken(token, signIdOf(secret, kind, id)) ? id : null;
}
