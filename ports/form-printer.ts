import type { MinorDetails, ReturnAddress } from "#domain/consent-form.ts";

/** Makes the papers that people print and sign, as PDF: one A4 page, tagged for screen readers, fonts embedded. */
export interface FormPrinter {
  /**
   * The parental consent form of domain/consent-form.ts.
   * @param minor what to fill in; null for a blank form. Any text stays in its line: it is printed smaller, then
   * cut with an ellipsis. What the fonts cannot draw is left out; a line of nothing else stays free to write on.
   * @param address where the signed paper goes
   * @returns the file's bytes
   * @throws when a font or a drawing cannot be read
   */
  drawConsentForm(minor: MinorDetails | null, address: ReturnAddress): Promise<Uint8Array>;
}
