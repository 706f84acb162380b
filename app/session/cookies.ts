import { createCookie } from "react-router";
import { isChangedPicture, isToastCode, type ToastCode, type Undoable } from "#app/layout/toasts/toast-texts.ts";
import { SESSION_LIFETIMES_MS } from "#domain/accounts/session-lifetime.ts";
import { isBinKey } from "#domain/recycle-bin.ts";
import { type Searches, searchesFrom } from "./recent-searches.ts";

/** Only somebody who signs in ever gets a cookie; visitors have none (docs/specification.md section 10). */
const common = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const session = { ...common, maxAge: SESSION_LIFETIMES_MS.absolute / 1000 };
const toast = { ...common, maxAge: 60 };
const searches = { ...common, maxAge: 24 * 60 * 60 };
/** No browser keeps a cookie for longer than these 400 days (RFC 6265bis). */
const browser = { ...common, maxAge: 400 * 24 * 60 * 60 };

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
    browser: createCookie(`${prefix}navigateur`, { ...browser, secure }),
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

/** A toast that the next page has to show, and what of it can be taken back. */
type KeptToast = { readonly code: ToastCode; readonly undo?: Undoable | undefined };

/** @returns the toast that the next page has to show, or null */
export async function readToast(request: Request): Promise<KeptToast | null> {
  const kept: unknown = await cookiesFor(request.url).toast.parse(request.headers.get("cookie"));
  if (isToastCode(kept)) return { code: kept };
  if (typeof kept !== "object" || kept === null || !("code" in kept) || !isToastCode(kept.code)) return null;
  const undo: unknown = "undo" in kept ? kept.undo : undefined;
  const isKnown = isChangedPicture(undo) || (typeof undo === "string" && isBinKey(undo));
  return { code: kept.code, undo: isKnown ? undo : undefined };
}

/**
 * @returns the Set-Cookie value that has the next page show a toast: the code alone, as before there was a bin, or with
 * what can be taken back
 */
export const keepToast = (publicUrl: string, code: ToastCode, undo?: Undoable): Promise<string> =>
  cookiesFor(publicUrl).toast.serialize(undo === undefined ? code : ({ code, undo } satisfies KeptToast));

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

/** @returns what this browser carries of the accounts that have signed in with it: whatever the cookie held */
export async function readBrowser(request: Request): Promise<string[]> {
  const marks: unknown = await cookiesFor(request.url).browser.parse(request.headers.get("cookie"));
  return Array.isArray(marks) ? marks.filter((mark) => typeof mark === "string") : [];
}

/** @returns the Set-Cookie value that has this browser be known to the accounts that have signed in with it */
export const rememberBrowserCookie = (publicUrl: string, marks: readonly string[]): Promise<string> =>
  cookiesFor(publicUrl).browser.serialize(marks);
