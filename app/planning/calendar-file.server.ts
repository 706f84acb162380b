import { createHash } from "node:crypto";

export const CALENDAR_ERROR = "Le calendrier n’a pas pu être préparé. Réessayez dans un instant.";

/** How long caches may reuse a calendar, in seconds. */
const MAX_AGE_S = 300;

/** Responds with a calendar, or with 304 when the client's copy is current. `file`: ASCII name for saving it. */
export function calendarFile(request: Request, ics: string, file: string): Response {
  const etag = `"${createHash("sha256").update(ics).digest("base64url").slice(0, 22)}"`;
  const headers = { etag, "cache-control": `public, max-age=${MAX_AGE_S}` };
  // Ignore the prefix `W/` of a weak ETag: a proxy that compresses the response adds it.
  const tags = request.headers.get("if-none-match")?.split(",") ?? [];
  if (tags.some((tag) => tag.trim().replace(/^W\//, "") === etag)) return new Response(null, { status: 304, headers });
  return new Response(ics, {
    headers: {
      ...headers,
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `inline; filename="${file}"`,
    },
  });
}
