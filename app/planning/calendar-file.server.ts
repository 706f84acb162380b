import { createHash } from "node:crypto";

/** For when the store does not answer. */
export const CALENDAR_ERROR = "Le calendrier n’a pas pu être préparé. Réessayez dans un instant.";

/** Seconds for which nobody on the way has to ask again; a planning does not change faster. */
const MAX_AGE_S = 300;

/**
 * A calendar, for an agenda to read. Whoever has this very file already is told so in a few bytes.
 * @param file name to save it under, in ASCII
 */
export function calendarFile(request: Request, ics: string, file: string): Response {
  const etag = `"${createHash("sha256").update(ics).digest("base64url").slice(0, 22)}"`;
  const headers = { etag, "cache-control": `public, max-age=${MAX_AGE_S}` };
  // Compression on the way makes the tag a weak one.
  const known = request.headers.get("if-none-match")?.split(",") ?? [];
  if (known.some((one) => one.trim().replace(/^W\//, "") === etag)) return new Response(null, { status: 304, headers });
  return new Response(ics, {
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `inline; filename="${file}"`,
    },
  });
}
