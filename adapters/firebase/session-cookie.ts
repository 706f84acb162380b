/** The provider's session cookies: made from its proof of a sign-in, verified with its public keys and its accounts. */
import { createHash, randomBytes } from "node:crypto";
import type { Auth } from "firebase-admin/auth";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import { withDeadline } from "./client.ts";
import { codeDe } from "./identity-error.ts";

/** Two sign-ins within one second get the same cookie: the random part tells their sessions apart. */
const JETON = /^([\w-]+\.[\w-]+\.[\w-]*)~[\w-]{22}$/;

/** A browser keeps no longer cookie; the provider's has about a thousand characters. */
const LONGUEUR_MAX = 3000;

/** The cookie is not somebody's, or not any more. */
const REFUS: ReadonlySet<string | null> = new Set([
  "auth/session-cookie-expired",
  "auth/session-cookie-revoked",
  "auth/user-not-found",
  "auth/user-disabled",
]);

/** Google's library gives one code to a cookie it refuses and to keys that it could not fetch; only the words differ. */
const PARLE_DU_COOKIE =
  /^(?:Firebase session cookie has |Decoding Firebase session cookie failed|verifySessionCookie\(\) )/;

/**
 * Makes a session cookie. It lasts as long as the provider lets one last, and its end never moves.
 * @param idToken the provider's proof of a sign-in, not older than five minutes
 * @returns what the browser holds
 */
export async function createJeton(auth: Auth, idToken: string): Promise<string> {
  const cookie = await withDeadline(auth.createSessionCookie(idToken, { expiresIn: DUREES_SESSION_MS.repos }));
  return `${cookie}~${randomBytes(16).toString("base64url")}`;
}

/** @returns what is kept of something that only its holder may know */
export const empreinteDe = (jeton: string): string => createHash("sha256").update(jeton).digest("base64url");

/**
 * Verifies a session cookie: its signature, its project, its end, that its account is there and was not disabled, and
 * that the provider has not revoked it.
 * @returns the id of the account that it is; null when it is nobody's
 * @throws when the provider does not answer
 */
export async function verifyJeton(auth: Auth, jeton: string): Promise<string | null> {
  const cookie = jeton.length <= LONGUEUR_MAX ? JETON.exec(jeton)?.[1] : undefined;
  if (!cookie) return null;
  try {
    return (await withDeadline(auth.verifySessionCookie(cookie, true))).uid;
  } catch (panne) {
    const code = codeDe(panne);
    if (REFUS.has(code)) return null;
    if (code === "auth/argument-error" && PARLE_DU_COOKIE.test((panne as Error).message)) return null;
    throw panne;
  }
}
