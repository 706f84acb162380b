/**
 * Tokens with which a visitor may add details after a sign-up (domain/contact-details.ts). A token contains the
 * sign-up's id and an HMAC-SHA256 with the site's secret. The id alone must not suffice: it is in the URLs of the
 * consent form and the bill, which parents receive and proxies log.
 */
import { createHmac, timingSafeEqual } from "node:crypto";

/** Length of the HMAC part in characters: 132 bits in base64url. */
const MAC_LENGTH = 22;

type Secret = () => Promise<string>;

export async function signUpToken(secret: Secret, id: string): Promise<string> {
  const mac = createHmac("sha256", await secret()).update(`contact details of a sign-up ${id}`);
  return id + mac.digest("base64url").slice(0, MAC_LENGTH);
}

/** @returns the sign-up's id; null if the token is wrong */
export async function signUpIdInToken(secret: Secret, token: string): Promise<string | null> {
  const id = token.slice(0, -MAC_LENGTH);
  const [sent, expected] = [Buffer.from(token), Buffer.from(await signUpToken(secret, id))];
  return sent.length === expected.length && timingSafeEqual(sent, expected) ? id : null;
}
