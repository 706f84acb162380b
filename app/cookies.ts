import { createCookie } from "react-router";
import { DUREES_SESSION_MS } from "#domain/duree-session.ts";
import { type CodeAvis, estCodeAvis } from "./avis-codes.ts";
import { type Searches, searchesFrom } from "./recent-searches.ts";

/** Only somebody who signs in ever gets a cookie; visitors have none (PRODUCT.md, promise 3). */
const commun = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const session = { ...commun, maxAge: DUREES_SESSION_MS.absolue / 1000 };
const avis = { ...commun, maxAge: 60 };
const searches = { ...commun, maxAge: 24 * 60 * 60 };

/**
 * Where the public address is one of https, cookies go over https only, and their names say so: a browser takes
 * `__Host-` from nobody but this very host, so that neither a subdomain nor a line without encryption can plant one.
 */
function cookiesDe(adresse: string) {
  const secure = adresse.startsWith("https:");
  const prefixe = secure ? "__Host-" : "";
  return {
    session: createCookie(`${prefixe}session`, { ...session, secure }),
    avis: createCookie(`${prefixe}avis`, { ...avis, secure }),
    searches: createCookie(`${prefixe}recherches`, { ...searches, secure }),
  };
}

/** @returns the session token that a request to the public address carries, or null */
export async function lireSession(request: Request): Promise<string | null> {
  const jeton: unknown = await cookiesDe(request.url).session.parse(request.headers.get("cookie"));
  return typeof jeton === "string" && jeton !== "" ? jeton : null;
}

/**
 * @returns the Set-Cookie value that opens a session in the browser. It is kept for as long as a session can last;
 * whether it still does is the server's to say
 */
export const ouvrirSession = (publicUrl: string, jeton: string): Promise<string> =>
  cookiesDe(publicUrl).session.serialize(jeton);

/** @returns the Set-Cookie value that ends a session in the browser */
export const fermerSession = (publicUrl: string): Promise<string> =>
  cookiesDe(publicUrl).session.serialize("", { maxAge: 0 });

/** @returns the toast that the next page has to show, or null */
export async function lireAvis(request: Request): Promise<CodeAvis | null> {
  const code: unknown = await cookiesDe(request.url).avis.parse(request.headers.get("cookie"));
  return estCodeAvis(code) ? code : null;
}

/** @returns the Set-Cookie value that has the next page show a toast */
export const annoncer = (publicUrl: string, code: CodeAvis): Promise<string> =>
  cookiesDe(publicUrl).avis.serialize(code);

/** @returns the Set-Cookie value that forgets a toast which was shown */
export const oublierAvis = (publicUrl: string): Promise<string> =>
  cookiesDe(publicUrl).avis.serialize("", { maxAge: 0 });

/** @returns what this browser has searched for in the inbox lately */
export const readSearches = async (request: Request): Promise<Searches> =>
  searchesFrom(await cookiesDe(request.url).searches.parse(request.headers.get("cookie")));

/** @returns the Set-Cookie value that keeps what was searched for, for a day */
export const keepSearches = (publicUrl: string, searches: Searches): Promise<string> =>
  cookiesDe(publicUrl).searches.serialize(searches);

/** @returns the Set-Cookie value that forgets what was searched for */
export const forgetSearches = (publicUrl: string): Promise<string> =>
  cookiesDe(publicUrl).searches.serialize("", { maxAge: 0 });
