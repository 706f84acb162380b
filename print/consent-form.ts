import type { ConsentFormWords, MinorDetails } from "#domain/consent-form.ts";
import { drawPaper } from "./paper-thread.ts";

const draw = async (minor: MinorDetails | null, words: ConsentFormWords) =>
  (await drawPaper({ kind: "consent-form", minor, words })) as Uint8Array;

/** @returns a function that runs `work` at its first call and caches the result, but runs it again after a failure */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= work().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

/** Cache of the last blank form. `key`: the words that it shows. */
let blank: { key: string; pdf: () => Promise<Uint8Array> } | undefined;

/**
 * One tagged A4 page with embedded fonts; a blank form when `minor` is null. A long value is printed smaller or cut
 * with an ellipsis; characters that the font lacks are omitted. Throws when a font or a drawing cannot be read.
 */
export function consentFormPdf(minor: MinorDetails | null, words: ConsentFormWords): Promise<Uint8Array> {
  if (minor) return draw(minor, words);
  const key = JSON.stringify(words);
  if (blank?.key !== key) blank = { key, pdf: once(() => draw(null, words)) };
  return blank.pdf();
}
