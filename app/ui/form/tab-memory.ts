/** Access to sessionStorage. When the browser blocks it, nothing is stored, and forms still work. */

/** @returns null when nothing is stored */
export function readFromTab<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T;
  } catch {
    return null;
  }
}

/** Stores a value under a key; null deletes the stored value. */
export function saveInTab(key: string, value: object | null): void {
  try {
    if (value) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {}
}
