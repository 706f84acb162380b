import { createCookie } from "react-router";
import { isToastCode, isUndoable, type ToastCode, type ToastDetails } from "#app/layout/toasts/toast-texts.ts";
import { SESSION_LIFETIMES_MS } from "#stores/account-types.ts";
import { parseRecentSearches, type RecentSearches } from "./recent-searches.ts";

/** Attributes of all cookies. Visitors get no cookies (docs/specification.md section 10). */
const common = { path: "/", httpOnly: true, sameSite: "lax" } as const;
const session = { ...common, maxAge: SESSION_LIFETIMES_MS.absolute / 1000 };
const toast = { ...common, maxAge: 60 };
const searches = { ...common, maxAge: 24 * 60 * 60 };
/** 400 days: the longest lifetime that browsers accept (RFC 6265bis). */
const browser = { ...common, maxAge: 400 * 24 * 60 * 60 };

/**
 * With https, cookies are `Secure` and have the `__Host-` prefix: a subdomain or an unencrypted connection cannot set
 * them.
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

export async function setCookieHeaders(...cookies: readonly Promise<string>[]): Promise<Headers> {
  return new Headers((await Promise.all(cookies)).map((cookie) => ["set-cookie", cookie]));
}

export async function readSession(request: Request): Promise<string | null> {
  const token: unknown = await cookiesFor(request.url).session.parse(request.headers.get("cookie"));
  return typeof token === "string" && token !== "" ? token : null;
}

/** The cookie has the maximum lifetime of a session. The server may end the session earlier. */
export const sessionCookie = (publicUrl: string, token: string): Promise<string> =>
  cookiesFor(publicUrl).session.serialize(token);

export const expiredSessionCookie = (publicUrl: string): Promise<string> =>
  cookiesFor(publicUrl).session.serialize("", { maxAge: 0 });

type SavedToast = ToastDetails & { readonly code: ToastCode };

/** @returns the toast that the previous response saved; null if no toast was saved */
export async function readToast(request: Request): Promise<SavedToast | null> {
  const value: unknown = await cookiesFor(request.url).toast.parse(request.headers.get("cookie"));
  if (isToastCode(value)) return { code: value };
  if (typeof value !== "object" || value === null || !("code" in value) || !isToastCode(value.code)) return null;
  const { undo, name, count, what } = value as Readonly<Record<string, unknown>>;
  return {
    code: value.code,
    undo: isUndoable(undo) ? undo : undefined,
    name: typeof name === "string" ? name : undefined,
    count: typeof count === "number" ? count : undefined,
    what: typeof what === "string" ? what : undefined,
  };
}

export const toastCookie = (publicUrl: string, code: ToastCode, more?: ToastDetails): Promise<string> =>
  cookiesFor(publicUrl).toast.serialize(more ? ({ code, ...more } satisfies SavedToast) : code);

export const expiredToastCookie = (publicUrl: string): Promise<string> =>
  cookiesFor(publicUrl).toast.serialize("", { maxAge: 0 });

export const readSearches = async (request: Request): Promise<RecentSearches> =>
  parseRecentSearches(await cookiesFor(request.url).searches.parse(request.headers.get("cookie")));

export const searchesCookie = (publicUrl: string, searches: RecentSearches): Promise<string> =>
  cookiesFor(publicUrl).searches.serialize(searches);

export const expiredSearchesCookie = (publicUrl: string): Promise<string> =>
  cookiesFor(publicUrl).searches.serialize("", { maxAge: 0 });

/** @returns unverified tokens of the accounts that have signed in with this browser */
export async function readBrowserTokens(request: Request): Promise<string[]> {
  const tokens: unknown = await cookiesFor(request.url).browser.parse(request.headers.get("cookie"));
  return Array.isArray(tokens) ? tokens.filter((token) => typeof token === "string") : [];
}

export const rememberBrowserCookie = (publicUrl: string, tokens: readonly string[]): Promise<string> =>
  cookiesFor(publicUrl).browser.serialize(tokens);
