import type { Facture } from "#domain/qr-facture.ts";

/** Draws QR-bills: in French, receipt and payment part, readable by any banking application. */
export interface Facturier {
  /**
   * The whole bill as an SVG image: presentation attributes only, no script, no style, nothing loaded.
   * @param forme `large`: 210 × 105 mm, as the standard has it; `colonne`: the payment part above the receipt, for phones
   * @throws when a font cannot be read
   */
  svg(facture: Facture, forme: "large" | "colonne"): Promise<string>;
  /**
   * The bill at the foot of an A4 page, to print: tagged for screen readers, fonts embedded.
   * @throws when a font or a drawing cannot be read
   */
  pdf(facture: Facture): Promise<Uint8Array>;
  /** The bill's QR code alone as a PNG image, as banking applications read it from the photo gallery. */
  png(facture: Facture): Promise<Uint8Array>;
  /**
   * A plain QR code as an SVG image.
   * @param lien at most 2000 characters, as `LIMITES.lien` has it
   */
  codeQr(lien: string): string;
}
