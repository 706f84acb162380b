/** What holds for some addresses only, each in its one spelling (canonical-path.ts). */

/** The forms that take a file, as pages and as data. */
const WITH_FILE = /^\/(?:comite\/|evenement\/|reglages(?:\.|$))/;

/** What is made anew for each request, and has an address that many could ask for again and again. */
const COSTLY = /\.(?:pdf|csv|ics|svg)(?:\.data)?$|^\/(?:autorisation|invitation|qr-facture)\//;

/** What no search engine may list. */
const PRIVATE =
  /^\/(?:login|logout|confirmer|autorisation\/|invitation\/|mot-de-passe|comite\/|evenement\/|inscriptions|messages|reglages|comptes)/;

/** What opens something for whoever knows its address: what a page of it asks for does not say where it stands. */
const SECRET = /^\/(?:autorisation|invitation)\//;

export const takesFile = (path: string): boolean => WITH_FILE.test(path);

export const isCostly = (path: string): boolean => COSTLY.test(path);

/** @returns headers that an answer carries because of its address */
export const headersOf = (path: string): Record<string, string> => ({
  ...(PRIVATE.test(path) ? { "x-robots-tag": "noindex, nofollow" } : {}),
  ...(SECRET.test(path) ? { "referrer-policy": "no-referrer" } : {}),
});
