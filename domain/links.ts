/** Rules for links that people type, paste or share. */
import * as z from "zod/mini";
import { FIELD_LIMITS, FIELD_SENTENCES, optionalLineSchema, schemaOfResult } from "./fields.ts";
import { type Result, refusal, success } from "./result.ts";
import { parseUrl } from "./text/parse-url.ts";

/** Characters to remove from a URL. U+200C and U+200D are not among them, because some languages need them in words. */
const ZERO_WIDTH = /[\u00ad\u200b\u2060]/g;

/** The http(s) URL of a link. Adds a missing `https://`. Null if invalid or too long. */
export function toHttpUrl(text: string): string | null {
  if (text.length > FIELD_LIMITS.link) return null;
  const address = parseUrl(/^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`);
  return address && /^https?:$/.test(address.protocol) && address.hostname.includes(".") ? address.href : null;
}

/** A URL in a text. Does not match a URL inside another one. */
const LINK = /(?<![=/?&%#])https?:\/\/[^\s<>"«»]+/gi;
/** Links that map apps share, also without `https://`. */
const MAP_LINK = /(?<![\w./=-])(?:maps\.app\.goo\.gl|goo\.gl\/maps|maps\.apple\.com|maps\.apple)\/[^\s<>"«»]+/gi;

/** Characters after a URL that belong to the sentence. */
const AFTER_LINK = /[.,;:!?’'»…]/;
/** The same for a URL without an opening bracket: a closing bracket then belongs to the sentence, too. */
const AFTER_CLOSED_LINK = /[.,;:!?’'»…)\]]/;

/** The links in a text, as typed, with their position. */
export function linksIn(text: string): { readonly index: number; readonly typed: string; readonly link: string }[] {
  return [...text.matchAll(LINK)].flatMap(({ 0: found, index }) => {
    const typed = withoutEnd(found);
    const link = toHttpUrl(typed);
    return link ? [{ index, typed, link }] : [];
  });
}

function withoutEnd(address: string): string {
  const after = address.includes("(") ? AFTER_LINK : AFTER_CLOSED_LINK;
  let end = address.length;
  while (end > 0 && after.test(address.charAt(end - 1))) end--;
  return address.slice(0, end);
}

/** The distinct links in a text that an app has shared, such as the name, the street and the link of a place. */
export function sharedLinks(text: string): string[] {
  if (/^https?:\/\/\S+$/i.test(text)) return [];
  const short = [...text.matchAll(MAP_LINK)].flatMap(([found]) => toHttpUrl(withoutEnd(found)) ?? []);
  return [...new Set([...linksIn(text).map(({ link }) => link), ...short])];
}

/** Reads a link, also from a text that an app has shared. Accepts "". A refusal is a French sentence. */
export function readTypedLink(typed: string): Result<string, string> {
  const text = typed.replace(ZERO_WIDTH, "");
  if (text === "") return success("");
  const shared = sharedLinks(text);
  const link = shared.length === 0 ? toHttpUrl(text) : shared.length === 1 ? shared[0] : null;
  return link ? success(link) : refusal(shared.length > 1 ? FIELD_SENTENCES.links : FIELD_SENTENCES.link);
}

/** Schema of an optional link. Returns an http(s) URL or an empty text. */
export const optionalLinkSchema = () => z.pipe(optionalLineSchema(FIELD_LIMITS.link), schemaOfResult(readTypedLink));
