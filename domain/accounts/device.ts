/** What a session's owner recognises a device by: its kind and its browser, and nothing that tells two of a kind apart. */

/** More of a header is not looked at. */
const LENGTH_MAX = 512;

/** First match counts: what comes first names itself after what comes later. */
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

/**
 * @param userAgent the header as it came; anything may stand there
 * @returns `iPhone · Safari`; less where less is known, and an empty text where nothing is
 */
export function deviceLabel(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, LENGTH_MAX);
  return [firstIn(text, DEVICES), firstIn(text, BROWSERS)].filter(Boolean).join(" · ");
}
