/** Forms must work even if the browser blocks sessionStorage. */

export function readFromTab<T>(key: string): T | null {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? "null") as T;
  } catch {
    return null;
  }
}

/** A null `value` deletes the stored value. */
export function saveInTab(key: string, value: object | string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {}
}

export function keysInTab(): string[] {
  try {
    return Object.keys(sessionStorage);
  } catch {
    return [];
  }
}
