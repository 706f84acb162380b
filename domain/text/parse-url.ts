/** Replaces `URL.parse`, which Safari before 18 and Firefox and Chrome before 126 lack. Null if invalid. */
export function parseUrl(text: string, base?: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
}
