import type { ConsentFormDetails, ConsentFormWords } from "#domain/consent-form.ts";
import { renderPdf } from "#print/render-pdf.ts";

const draw = (minor: ConsentFormDetails | null, words: ConsentFormWords) =>
  renderPdf({ kind: "consent-form", minor, words });

let blank: { readonly key: string; readonly pdf: Promise<Uint8Array> } | undefined;

/**
 * One tagged A4 page with embedded fonts. `minor`: null for a blank form. A long value is printed smaller or cut.
 * Characters that the font lacks are replaced.
 */
export function consentFormPdf(minor: ConsentFormDetails | null, words: ConsentFormWords): Promise<Uint8Array> {
  if (minor) return draw(minor, words);
  const key = JSON.stringify(words);
  if (blank?.key === key) return blank.pdf;
  const pdf = draw(null, words);
  blank = { key, pdf };
  // Do not cache an error.
  pdf.catch(() => {
    if (blank?.pdf === pdf) blank = undefined;
  });
  return pdf;
}
