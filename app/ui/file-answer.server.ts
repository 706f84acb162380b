/** Answers that are a file, or one sentence in its place. */
import type { RouterContextProvider } from "react-router";
import { siteContext } from "#app/contexts.ts";

/**
 * A paper, for a browser to show or to save.
 * @param file name to save it under; without personal data
 * @param cacheControl absent: nothing keeps it on its way
 */
export const pdfAnswer = (bytes: Uint8Array, file: string, cacheControl = "private, no-store"): Response =>
  new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": "application/pdf",
      "content-length": String(bytes.byteLength),
      "content-disposition": `inline; filename="${file}"`,
      "cache-control": cacheControl,
    },
  });

/** A picture that only some may see: nothing keeps it. @param bytes null: there is none */
export const jpegAnswer = (bytes: Uint8Array | null): Response =>
  new Response(bytes && new Uint8Array(bytes), {
    status: bytes ? 200 : 404,
    headers: { "cache-control": "private, no-store", ...(bytes && { "content-type": "image/jpeg" }) },
  });

export const sentenceResponse = (sentence: string, status: 400 | 404 | 503): Response =>
  new Response(sentence, {
    status,
    headers: { "content-type": "text/plain; charset=utf-8", "cache-control": "no-store" },
  });

/**
 * @param where the answer is made, for the log
 * @param sentence what is said when that fails
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
