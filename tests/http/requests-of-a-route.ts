/** Requests that every route has to refuse or to redirect. */

/** Headers of a form that another site sends: those of browsers, and forged ones. The request also has a cookie. */
export const FOREIGN_ORIGINS: readonly ((publicUrl: string) => Record<string, string>)[] = [
  () => ({ origin: "https://evil.example" }),
  () => ({ origin: "null" }),
  () => ({ origin: "" }),
  (url) => ({ origin: `${url}.evil.example` }),
  (url) => ({ origin: `${url}:8443` }),
  (url) => ({ origin: `${url}/` }),
  (url) => ({ origin: url.replace("https", "http") }),
  (url) => ({ origin: url.replace("://", "://www.") }),
  (url) => ({ origin: `https://evil.example, ${url}` }),
  () => ({ origin: "https://evil.example", host: "evil.example", "x-forwarded-host": "evil.example" }),
  () => ({ "sec-fetch-site": "cross-site" }),
  () => ({ "sec-fetch-site": "same-site" }),
  (url) => ({ "sec-fetch-site": "cross-site", origin: url }),
  (url) => ({ "sec-fetch-site": "same-site", origin: url }),
  () => ({ "sec-fetch-site": "none", origin: "null" }),
  // No header at all, but the cookie of a session.
  () => ({}),
];

const PLACES: Record<string, string> = {
  ":memberId": "DupontMembre",
  ":eventId": "Bal0825",
  ":slug": "charte",
  ":token": "aBcDeF",
  ":id": "GhIjKl",
  ":file": "don.pdf",
  ":bill": "AbCdEf.pdf",
  ":signUpId": "JkLmNo",
  ":recordId": "PqRsTu",
  ":day": "2026-01-16",
  ":year": "2026",
  ":change": "annuler",
  ":key": "vwxyz",
  ":slotId": "bcdfgh",
  ":itemId": "cdfghj",
  ":mailingId": "0123456789abcdef0123456789abcdef",
  ":taskId": "cdfghj",
  ":subject": "association",
  ":notesEventId": "Bal0825",
  ":resultEventId": "Bal0825",
  ":notesSubject": "bcdfghjklm",
  ":resultSubject": "bcdfghjklm",
  ":address": "fete-2027",
  ":*": "Nulle/Part",
};
const PLACE = /(:[\w*]+)/;
const encoded = (letter: string) => `%${letter.charCodeAt(0).toString(16)}`;

/** Other spellings of the fixed text of a route; the values of its parameters stay. */
const OF_THE_ROUTE: Record<string, (text: string) => string> = {
  "in capitals": (text) => text.toUpperCase(),
  "with a capital": (text) => text.replace(/[a-z]/, (letter) => letter.toUpperCase()),
  "with an encoded letter": (text) => text.replace(/[a-z]/, encoded),
  "all encoded": (text) => text.replace(/[a-z.]/g, encoded),
};
const OF_THE_PATH: Record<string, (path: string) => string> = {
  "with a slash at its end": (path) => `${path}/`,
  "with two slashes at its end": (path) => `${path}//`,
  "with two slashes at its beginning": (path) => `/${path}`,
  "with every slash doubled": (path) => path.replaceAll("/", "//"),
  "as data below it": (path) => `${path}/.data`,
  "as other data below it": (path) => `${path}/_.data`,
};

const outside = (pattern: string, change: (text: string) => string) =>
  pattern
    .split(PLACE)
    .map((part) => (part.startsWith(":") ? part : change(part)))
    .join("");
const filled = (pattern: string) => pattern.replaceAll(new RegExp(PLACE, "g"), (place) => PLACES[place] ?? "");

/** @returns an address of a route with parameters as `:name`, the address of its data, and all other spellings of both */
export function spellingsOf(pattern: string): { right: string; data: string; others: string[] } {
  const right = filled(pattern);
  const data = right === "/" ? "/_.data" : `${right}.data`;
  const routes = Object.values(OF_THE_ROUTE).map((change) => filled(outside(pattern, change)));
  const paths = [right, routes[0] ?? ""].flatMap((path) => Object.values(OF_THE_PATH).map((change) => change(path)));
  const all = [...routes, ...paths];
  const asData = all.filter((path) => !path.endsWith(".data")).map((path) => `${path}.data`);
  // Capitals would change an identifier at the end.
  const capitals = pattern.split(PLACE).at(-1) === "" && pattern !== "/" ? [] : [`${right}.DATA`];
  const others = [...new Set([...all, ...asData, ...capitals])].filter((path) => path !== right && path !== data);
  return { right, data, others };
}
