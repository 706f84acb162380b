/** The parental consent form as PDF: one A4 page, tagged for screen readers, fonts embedded. */
import type { MinorDetails, ReturnAddress } from "#domain/consent-form.ts";
import { once } from "./once.ts";
import { drawPaper } from "./paper-thread.ts";

const draw = async (minor: MinorDetails | null, address: ReturnAddress) =>
  (await drawPaper({ kind: "consent-form", minor, address })) as Uint8Array;

/** Drawn when it is first asked for, and again when it is to be brought back elsewhere. */
let blank = { to: "", pdf: once(() => draw(null, { committee: "", email: null })) };

/**
 * The form of domain/consent-form.ts.
 * @param minor what to fill in; null for a blank form. Any text stays in its line: it is printed smaller, then
 * cut with an ellipsis. What the fonts cannot draw is left out; a line of nothing else stays free to write on.
 * @param address where the signed paper goes
 * @throws when a font or a drawing cannot be read
 */
export function consentFormPdf(minor: MinorDetails | null, address: ReturnAddress): Promise<Uint8Array> {
  if (minor) return draw(minor, address);
  const to = JSON.stringify(address);
  if (blank.to !== to) blank = { to, pdf: once(() => draw(null, address)) };
  return blank.pdf();
}
