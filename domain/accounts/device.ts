const LENGTH_MAX = 512;

/** Device names by a part of the User-Agent header. The first match wins, because some headers contain several. */
const DEVICES = {
  ...{ iPhone: "iPhone", iPad: "iPad", Android: "Android", CrOS: "Chromebook" },
  ...{ Windows: "Windows", Macintosh: "Mac", Linux: "Linux" },
};
const BROWSERS = {
  ...{ Edg: "Edge", "OPR/": "Opera", "SamsungBrowser/": "Samsung Internet", "Firefox/": "Firefox" },
  ...{ "FxiOS/": "Firefox", "CriOS/": "Chrome", "Chrome/": "Chrome", "Safari/": "Safari" },
};

const firstIn = (text: string, names: Readonly<Record<string, string>>): string | undefined =>
  Object.entries(names).find(([part]) => text.includes(part))?.[1];

/** Device and browser of a User-Agent header, as `iPhone · Safari`; an unknown part is left out. */
export function deviceLabel(userAgent: string | null): string {
  const text = (userAgent ?? "").slice(0, LENGTH_MAX);
  return [firstIn(text, DEVICES), firstIn(text, BROWSERS)].filter(Boolean).join(" · ");
}
