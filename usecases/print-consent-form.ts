import { isLinkOpen, minorDetailsOf, returnAddress } from "#domain/consent-form.ts";
import type { Person } from "#domain/person.ts";
import { consentFormPdf } from "#print/consent-form.ts";
import type { Services } from "#usecases/services.ts";
import { type Noting, note } from "./journal/note.ts";

/**
 * Prints the blank parental consent form.
 * @param publicUrl of the site
 * @throws when the settings cannot be read or the paper cannot be made
 */
export async function printBlankConsentForm(
  { settings }: Pick<Services, "settings">,
  publicUrl: string,
): Promise<Uint8Array> {
  return consentFormPdf(null, returnAddress(publicUrl, await settings.get()));
}

/**
 * Fills in the parental consent form of one sign-up. Whoever has the link may have it for a while; the committee
 * may have it for as long as the sign-up is kept.
 * @param publicUrl of the site
 * @param id of the inbox entry; unguessable, thus the key to the paper
 * @param by who of the committee asks; null: a visitor
 * @returns the PDF's bytes; null when there is no sign-up of a minor behind that id, or its link has expired
 * @throws when inbox or settings do not answer or the paper cannot be made
 */
export async function printConsentForm(
  services: Noting & Pick<Services, "inbox" | "settings">,
  publicUrl: string,
  id: string,
  by: Person | null,
): Promise<Uint8Array | null> {
  const { inbox, settings, clock } = services;
  const entry = await inbox.get(id);
  if (entry?.type !== "inscription") return null;
  if (!by && !isLinkOpen(entry.receivedAt, clock.now())) return null;
  const minor = minorDetailsOf(entry.content);
  if (!minor) return null;
  const paper = await consentFormPdf(minor, returnAddress(publicUrl, await settings.get()));
  if (by) await note(services, by, { action: "printed", subject: "inscription", subjectId: id });
  return paper;
}
