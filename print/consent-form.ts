import type { MinorDetails, ReturnAddress } from "#domain/consent-form.ts";
import { drawPaper } from "./paper-thread.ts";

const draw = async (minor: MinorDetails | null, address: ReturnAddress) =>
  (await drawPaper({ kind: "consent-form", minor, address })) as Uint8Array;

/** @returns a function that runs `work` at its first call and caches the result, but runs it again after a failure */
function once<T>(work: () => Promise<T>): () => Promise<T> {
  let pending: Promise<T> | undefined;
  return () => {
    pending ??= work().catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

/** Cache of the blank form, for the last return address only. */
let blank = { to: "", pdf: once(() => draw(null, { committee: "", email: null })) };

/**
 * One tagged A4 page with embedded fonts; a blank form when `minor` is null. A long value is printed smaller or cut
 * with an ellipsis; characters that the font lacks are omitted. Throws when a font or a drawing cannot be read.
 */
export function consentFormPdf(minor: MinorDetails | null, address: ReturnAddress): Promise<Uint8Array> {
  if (minor) return draw(minor, address);
  const to = JSON.stringify(address);
  if (blank.to !== to) blank = { to, pdf: once(() => draw(null, address)) };
  return blank.pdf();
}
