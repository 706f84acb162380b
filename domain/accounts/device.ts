const LENGTH_MAX = 512;

/** Order matters: the first match wins, and a User-Agent header may contain several of these names. */
const DEVICES = {
  iPhone: "iPhone",
  iPad: "iPad",
  Android: "Android",
  CrOS: "Chromebook",
  Windows: "Windows",
  Macintosh: "Mac",
  Linux: "Linux",
};
const BROWSERS = {
  Edg: "Edge",
  "OPR/": "Opera",
  "SamsungBrowser/": "Samsung Internet",
  "Firefox/": "Firefox",
  "FxiOS/": "Firefox",
  "CriOS/": "Chrome",
  "Chrome/": "Chrome",
  "Safari/": "Safari",
};

const firstIn = (text: string, names: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(names).find(([part]) => text.includes(part))?.[1];

/** Device and browser from a User-Agent header: `iPhone · Safari`. Omits an unknown part. */
export function deviceLabel(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, LENGTH_MAX);
  return [firstIn(text, DEVICES), firstIn(text, BROWSERS)].filter(Boolean).join(" · ");
}
