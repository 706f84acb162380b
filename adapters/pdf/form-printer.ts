/** Papers as PDF, made with pdfkit. */
import type { MinorDetails, ReturnAddress } from "#domain/consent-form.ts";
import type { FormPrinter } from "#ports/form-printer.ts";
import { readDrawing } from "./drawing.ts";
import { readFonts } from "./fonts.ts";
import { once } from "./once.ts";

async function readMaterial() {
  const [{ drawConsentForm }, fonts, logo, ridge, star] = await Promise.all([
    import("./consent-form-page.ts"),
    readFonts(),
    readDrawing("logo"),
    readDrawing("crete-lettre"),
    readDrawing("etoile"),
  ]);
  return { drawings: { fonts, logo, ridge, star }, drawConsentForm };
}

/**
 * Fonts, drawings and pdfkit are loaded, and the blank form is made, when they are first asked for; the form again when
 * it is to be brought back elsewhere.
 */
export function createFormPrinter(): FormPrinter {
  const material = once(readMaterial);
  const print = async (minor: MinorDetails | null, address: ReturnAddress) => {
    const { drawConsentForm, drawings } = await material();
    return drawConsentForm(minor, address, drawings);
  };
  let blank = { to: "", print: once(() => print(null, { committee: "", email: null })) };
  return {
    drawConsentForm(minor, address) {
      if (minor) return print(minor, address);
      const to = JSON.stringify(address);
      if (blank.to !== to) blank = { to, print: once(() => print(null, address)) };
      return blank.print();
    },
  };
}
