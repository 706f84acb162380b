import type { Mineur, ReturnAddress } from "#domain/autorisation.ts";

/** Makes the papers that people print and sign, as PDF: one A4 page, tagged for screen readers, fonts embedded. */
export interface Imprimeur {
  /**
   * The parental authorisation of domain/autorisation.ts.
   * @param mineur what to fill in; null for a blank form. Any text stays in its line: it is printed smaller, then
   * cut with an ellipsis. What the fonts cannot draw is left out; a line of nothing else stays free to write on.
   * @param address where the signed paper goes
   * @returns the file's bytes
   * @throws when a font or a drawing cannot be read
   */
  autorisation(mineur: Mineur | null, address: ReturnAddress): Promise<Uint8Array>;
}
