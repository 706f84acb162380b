import { createCookie } from "react-router";
import { type CodeAvis, estCodeAvis } from "./avis-codes.ts";

/** Only somebody who signs in ever gets a cookie; visitors have none (PRODUCT.md, promise 3). */
const UN_AN_S = 365 * 24 * 60 * 60;
const commun = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const session = createCookie("session", commun);
const avis = createCookie("avis", { ...commun, maxAge: 60 });

/** Cookies go over https only where the public address is one. */
const surHttps = (publicUrl: string) => ({ secure: publicUrl.startsWith("https:") });

/** @returns the session token that a request carries, or null */
export async function lireSession(request: Request): Promise<string | null> {
  const jeton: unknown = await session.parse(request.headers.get("cookie"));
  return typeof jeton === "string" && jeton !== "" ? jeton : null;
}

/** @returns the Set-Cookie value that opens a session in the browser; how long it lasts is the server's to say */
export const ouvrirSession = (publicUrl: string, jeton: string): Promise<string> =>
  session.serialize(jeton, { ...surHttps(publicUrl), maxAge: UN_AN_S });

/** @returns the Set-Cookie value that ends a session in the browser */
export const fermerSession = (publicUrl: string): Promise<string> =>
  session.serialize("", { ...surHttps(publicUrl), maxAge: 0 });

/** @returns the toast that the next page has to show, or null */
export async function lireAvis(request: Request): Promise<CodeAvis | null> {
  const code: unknown = await avis.parse(request.headers.get("cookie"));
  return estCodeAvis(code) ? code : null;
}

/** @returns the Set-Cookie value that has the next page show a toast */
export const annoncer = (publicUrl: string, code: CodeAvis): Promise<string> =>
  avis.serialize(code, surHttps(publicUrl));

/** @returns the Set-Cookie value that forgets a toast which was shown */
export const oublierAvis = (publicUrl: string): Promise<string> =>
  avis.serialize("", { ...surHttps(publicUrl), maxAge: 0 });
