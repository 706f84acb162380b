import { createCookie } from "react-router";
import { isToastCode, type ToastCode } from "#app/chrome/toasts/toast-texts.ts";
import { SESSION_LIFETIMES_MS } from "#domain/accounts/session-lifetime.ts";
import { type Searches, searchesFrom } from "./recent-searches.ts";

/** Only somebody who signs in ever gets a cookie; visitors have none (PRODUCT.md, promise 3). */
const common = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const session = { ...common, maxAge: SESSION_LIFETIMES_MS.absolute / 1000 };
const toast = { ...common, maxAge: 60 };
const searches = { ...common, maxAge: 24 * 60 * 60 };

/**
 * Where the public address is one of https, cookies go over https only, and their names say so: a browser takes
 * `__Host-` from nobody but this very host, so that neither a subdomain nor a line without encryption can plant one.
 */
function cookiesFor(address: string) {
  const secure = address.startsWith("https:");
  const prefix = secure ? "__Host-" : "";
  return {
    session: createCookie(`${prefix}session`, { ...session, secure }),
    toast: createCookie(`${prefix}avis`, { ...toast, secure }),
    searches: createCookie(`${prefix}recherches`, { ...searches, secure }),
  };
}

/** @returns the session token that a request to the public address carries, or null */
export async function readSession(request: Request): Promise<string | null> {
  const token: unknown = await cookiesFor(request.url).session.parse(request.headers.get("cookie"));
  return typeof token === "string" && token !== "" ? token : null;
}

/**
 * @returns the Set-Cookie value that opens a session in the browser. It is kept for as long as a session can last;
 * whether it still does is the server's to say
 */
export const openSession = (publicUrl: string, token: string): Promise<string> =>
  cookiesFor(publicUrl).session.serialize(token);

/** @returns the Set-Cookie value that ends a session in the browser */
export const closeSession = (publicUrl: string): Promise<string> =>
  cookiesFor(publicUrl).session.serialize("", { maxAge: 0 });

/** @returns the toast that the next page has to show, or null */
export async function readToast(request: Request): Promise<ToastCode | null> {
  const code: unknown = await cookiesFor(request.url).toast.parse(request.headers.get("cookie"));
  return isToastCode(code) ? code : null;
}

/** @returns the Set-Cookie value that has the next page show a toast */
export const keepToast = (publicUrl: string, code: ToastCode): Promise<string> =>
  cookiesFor(publicUrl).toast.serialize(code);

/** @returns the Set-Cookie value that forgets a toast which was shown */
export const forgetToast = (publicUrl: string): Promise<string> =>
  cookiesFor(publicUrl).toast.serialize("", { maxAge: 0 });

/** @returns what this browser has searched for in the inbox lately */
export const readSearches = async (request: Request): Promise<Searches> =>
  searchesFrom(await cookiesFor(request.url).searches.parse(request.headers.get("cookie")));

/** @returns the Set-Cookie value that keeps what was searched for, for a day */
export const keepSearches = (publicUrl: string, searches: Searches): Promise<string> =>
  cookiesFor(publicUrl).searches.serialize(searches);

/** @returns the Set-Cookie value that forgets what was searched for */
export const forgetSearches = (publicUrl: string): Promise<string> =>
  cookiesFor(publicUrl).searches.serialize("", { maxAge: 0 });
