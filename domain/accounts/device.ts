const LENGTH_MAX = 512;

/** Order matters, because the first match wins: some headers also contain the names of later entries. */
const DEVICES = [
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Android", "Android"],
  ["CrOS", "Chromebook"],
  ["Windows", "Windows"],
  ["Macintosh", "Mac"],
  ["Linux", "Linux"],
] as const;
const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR/", "Opera"],
  ["SamsungBrowser/", "Samsung Internet"],
  ["Firefox/", "Firefox"],
  ["FxiOS/", "Firefox"],
  ["CriOS/", "Chrome"],
  ["Chrome/", "Chrome"],
  ["Safari/", "Safari"],
] as const;

const firstIn = (text: string, names: readonly (readonly [string, string])[]): string | undefined =>
  names.find(([sign]) => text.includes(sign))?.[1];

/** Device and browser of a User-Agent header, `iPhone · Safari`; shorter or empty when unknown. */
export function deviceLabel(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, LENGTH_MAX);
  return [firstIn(text, DEVICES), firstIn(text, BROWSERS)].filter(Boolean).join(" · ");
}
