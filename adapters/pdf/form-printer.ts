/** Papers as PDF, made with pdfkit. */
import type { MinorDetails, ReturnAddress } from "#domain/consent-form.ts";
import type { FormPrinter } from "#ports/form-printer.ts";
import { once } from "./once.ts";
import type { DrawPaper } from "./paper-thread.ts";

/** The blank form is made when it is first asked for, and again when it is to be brought back elsewhere. */
export function createFormPrinter(draw: DrawPaper): FormPrinter {
  const print = async (minor: MinorDetails | null, address: ReturnAddress) =>
    (await draw({ kind: "consent-form", minor, address })) as Uint8Array;
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
