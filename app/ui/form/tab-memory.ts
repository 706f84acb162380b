/** The tab's own memory (sessionStorage). A browser may refuse it altogether: then nothing is kept, and forms work on. */

/** @returns what `remember` kept, or null */
export function readFromTab<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T;
  } catch {
    return null;
  }
}

/** @param value null to forget */
export function saveInTab(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {}
}
