/** Papers as PDF, made with pdfkit. */
import type { Mineur, ReturnAddress } from "#domain/autorisation.ts";
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

/**
 * Fonts, drawings and pdfkit are loaded, and the blank form is made, when they are first asked for; the form again when
 * it is to be brought back elsewhere.
 */
export function createImprimeur(): Imprimeur {
  const material = once(readMaterial);
  const imprimer = async (mineur: Mineur | null, address: ReturnAddress) => {
    const { printAutorisation, dessins } = await material();
    return printAutorisation(mineur, address, dessins);
  };
  let blank = { to: "", print: once(() => imprimer(null, { committee: "", email: null })) };
  return {
    autorisation(mineur, address) {
      if (mineur) return imprimer(mineur, address);
      const to = JSON.stringify(address);
      if (blank.to !== to) blank = { to, print: once(() => imprimer(null, address)) };
      return blank.print();
    },
  };
}
