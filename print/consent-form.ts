import type { MinorDetails, ReturnAddress } from "#domain/consent-form.ts";
import { drawPaper } from "./paper-thread.ts";

const draw = async (minor: MinorDetails | null, address: ReturnAddress) =>
  (await drawPaper({ kind: "consent-form", minor, address })) as Uint8Array;

/** Runs `work` once for all calls; a failure is retried. */
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

/** The blank form is cached for one return address. */
let blank = { to: "", pdf: once(() => draw(null, { committee: "", email: null })) };

/**
 * One tagged A4 page with embedded fonts; `minor` null: a blank form. A long value is printed smaller, then cut with an
 * ellipsis; characters without a glyph are omitted. @throws when a font or a drawing cannot be read
 */
export function consentFormPdf(minor: MinorDetails | null, address: ReturnAddress): Promise<Uint8Array> {
  if (minor) return draw(minor, address);
  const to = JSON.stringify(address);
  if (blank.to !== to) blank = { to, pdf: once(() => draw(null, address)) };
  return blank.pdf();
}
