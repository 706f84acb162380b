import type { RouterContextProvider } from "react-router";
import { siteContext } from "#app/contexts.ts";

/**
 * @param file name of the saved file, without personal data
 * @param cacheControl `Cache-Control` header; by default, caching is forbidden
 */
export const pdfResponse = (bytes: Uint8Array, file: string, cacheControl = "private, no-store"): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(bytes.byteLength),
      "content-disposition": `inline; filename="${file}"`,
      "cache-control": cacheControl,
    },
  });

export const personFileResponse = (made: Uint8Array | string): Response =>
  typeof made !== "string"
    ? pdfResponse(made, "donnees.pdf")
    : new Response(made, {
        headers: {
          "content-type": "application/json; charset=utf-8",
          "content-disposition": 'attachment; filename="donnees.json"',
          "cache-control": "private, no-store",
        },
      });

/**
 * A calendar behind a secret link. Not cached, unlike the calendars of the planning.
 * @param file name of the saved file, without personal data
 */
export const ownCalendarResponse = (ics: string, file = "coups-de-main.ics"): Response =>
  new Response(ics, {
    headers: {
      "content-type": "text/calendar; charset=utf-8",
      "content-disposition": `inline; filename="${file}"`,
      "cache-control": "private, no-store",
    },
  });

/**
 * Not cached: only the committee may see the picture.
 * @param bytes null for a 404 response
 */
export const jpegResponse = (bytes: Uint8Array | null): Response =>
  new Response(bytes && new Uint8Array(bytes), {
    status: bytes ? 200 : 404,
    headers: { "cache-control": "private, no-store", ...(bytes && { "content-type": "image/jpeg" }) },
  });

export const sentenceResponse = (sentence: string, status: 400 | 404 | 503): Response =>
  new Response(sentence, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });

/** Response while too many large PDFs wait to be drawn. */
export const pdfsBusyResponse = (): Response =>
  sentenceResponse("Le site prépare déjà d’autres longs papiers. Réessayez dans une minute.", 503);

/**
 * @param where name of the operation, for the log
 * @param sentence French text of the 503 response if `make` fails
 */
export async function withErrorSentence(
  context: Readonly<RouterContextProvider>,
  where: string,
  sentence: string,
  make: () => Promise<Response>,
): Promise<Response> {
  try {
    return await make();
  } catch (error) {
    context.get(siteContext).report(error, where);
    return sentenceResponse(sentence, 503);
  }
}
