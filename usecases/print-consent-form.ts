import { isLinkOpen, minorDetailsOf, returnAddress } from "#domain/consent-form.ts";
import type { Services } from "#ports/services.ts";

/**
 * Prints the blank parental consent form.
 * @param publicUrl of the site
 * @throws when the settings cannot be read or the paper cannot be made
 */
export async function printBlankConsentForm(
  { formPrinter, settings }: Pick<Services, "formPrinter" | "settings">,
  publicUrl: string,
): Promise<Uint8Array> {
  return formPrinter.drawConsentForm(null, returnAddress(publicUrl, await settings.get()));
}

/**
 * Fills in the parental consent form of one sign-up. Whoever has the link may have it for a while; the committee
 * may have it for as long as the sign-up is kept.
 * @param publicUrl of the site
 * @param id of the inbox entry; unguessable, thus the key to the paper
 * @param signedIn whether the person asking is signed in
 * @returns the PDF's bytes; null when there is no sign-up of a minor behind that id, or its link has expired
 * @throws when inbox or settings do not answer or the paper cannot be made
 */
export async function printConsentForm(
  { inbox, formPrinter, settings, clock }: Pick<Services, "inbox" | "formPrinter" | "settings" | "clock">,
  publicUrl: string,
  id: string,
  signedIn: boolean,
): Promise<Uint8Array | null> {
  const entry = await inbox.get(id);
  if (entry?.type !== "inscription") return null;
  if (!signedIn && !isLinkOpen(entry.receivedAt, clock.now())) return null;
  const minor = minorDetailsOf(entry.content);
  return minor && formPrinter.drawConsentForm(minor, returnAddress(publicUrl, await settings.get()));
}
