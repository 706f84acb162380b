import { createHash } from "node:crypto";

export const CALENDAR_ERROR = "Le calendrier n’a pas pu être préparé. Réessayez dans un instant.";

const MAX_AGE_S = 300;

/** Responds with 304 if the client has the current calendar. `file`: ASCII name of the saved file. */
export function calendarFile(request: Request, ics: string, file: string): Response {
  const etag = `"${createHash("sha256").update(ics).digest("base64url").slice(0, 22)}"`;
  const headers = { etag, "cache-control": `public, max-age=${MAX_AGE_S}` };
  // A weak ETag starts with `W/`: a proxy that compresses the response adds this prefix.
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
