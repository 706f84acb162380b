/** Papers as PDF, made with pdfkit. */
import type { Imprimeur } from "#ports/imprimeur.ts";
import { printAutorisation } from "./autorisation.ts";
import { readDrawing } from "./drawing.ts";
import { readFonts } from "./fonts.ts";

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

/** @returns the same work's result for every call; a failure is not kept */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= work().catch((panne: unknown) => {
      pending = undefined;
      throw panne;
    });
    return pending;
  };
}
