/**
 * React waits until a page has been painted: its hundred kilobytes would share a slow line with the fonts and the style
 * sheet, and until it has started, every form works by itself. What the router writes to start it is put to sleep
 * here, in the finished document; app/module/eveil.ts wakes it.
 */

/** Fetched ahead of what is painted, for a script that is not to come first. */
const CHARGEMENTS = /<link rel="modulepreload"[^>]*>/g;
const DEPART = /<script ((?:nonce="[^"]*" )?)type="module" async=""/;

/** What app/module/eveil.ts looks for. The type is one that no browser runs, and nothing is asynchronous in it. */
const ENDORMI = '<script $1type="text/plain" data-depart=""';

/**
 * @param html a whole document, rendered by React Router
 * @returns the same, with the script that starts React asleep
 */
export const endormir = (html: string): string => html.replaceAll(CHARGEMENTS, "").replace(DEPART, ENDORMI);
