/** Papers as PDF, made with pdfkit. */
import type { Mineur } from "#domain/autorisation.ts";
import type { Imprimeur } from "#ports/imprimeur.ts";
import { readDrawing } from "./drawing.ts";
import { readFonts } from "./fonts.ts";
import { once } from "./once.ts";

async function readMaterial() {
  const [{ printAutorisation }, polices, logo, crete, etoile] = await Promise.all([
    import("./autorisation.ts"),
    readFonts(),
    readDrawing("logo"),
    readDrawing("crete-lettre"),
    readDrawing("etoile"),
  ]);
  return { dessins: { polices, logo, crete, etoile }, printAutorisation };
}

/** Fonts, drawings and pdfkit are loaded, and the blank form is made, when they are first asked for. */
export function createImprimeur(): Imprimeur {
  const material = once(readMaterial);
  const imprimer = async (mineur: Mineur | null) => {
    const { printAutorisation, dessins } = await material();
    return printAutorisation(mineur, dessins);
  };
  const vierge = once(() => imprimer(null));
  return { autorisation: (mineur) => (mineur ? imprimer(mineur) : vierge()) };
}
