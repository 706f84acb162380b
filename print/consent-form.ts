import type { ConsentFormWords, MinorDetails } from "#domain/consent-form.ts";
import { drawPaper } from "./paper-thread.ts";

const draw = (minor: MinorDetails | null, words: ConsentFormWords) => drawPaper({ kind: "consent-form", minor, words });

/** Cache of the last blank form. `key`: the words that are printed on it, as JSON. */
let blank: { readonly key: string; readonly pdf: Promise<Uint8Array> } | undefined;

/**
 * One tagged A4 page with embedded fonts; a blank form when `minor` is null. A long value is printed smaller or cut
 * with an ellipsis; characters that the font lacks are omitted. Throws when a font or a drawing cannot be read.
 */
export function consentFormPdf(minor: MinorDetails | null, words: ConsentFormWords): Promise<Uint8Array> {
  if (minor) return draw(minor, words);
  const key = JSON.stringify(words);
  if (blank?.key === key) return blank.pdf;
  const pdf = draw(null, words);
  blank = { key, pdf };
  // If drawing fails, remove the PDF from the cache.
  pdf.catch(() => {
    if (blank?.pdf === pdf) blank = undefined;
  });
  return pdf;
}
