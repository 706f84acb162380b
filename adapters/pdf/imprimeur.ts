/** Papers as PDF, made with pdfkit. */
import type { Imprimeur } from "#ports/imprimeur.ts";
import { printAutorisation } from "./autorisation.ts";
import { readDrawing } from "./drawing.ts";
import { readFonts } from "./fonts.ts";
import { once } from "./once.ts";

async function readMaterial() {
  const [polices, logo, crete, etoile] = await Promise.all([
    readFonts(),
    readDrawing("logo"),
    readDrawing("crete-lettre"),
    readDrawing("etoile"),
  ]);
  return { polices, logo, crete, etoile };
}

/** Fonts and drawings are read, and the blank form is made, when they are first asked for. */
export function createImprimeur(): Imprimeur {
  const material = once(readMaterial);
  const vierge = once(async () => printAutorisation(null, await material()));
  return {
    autorisation: async (mineur) => (mineur ? printAutorisation(mineur, await material()) : vierge()),
  };
}
