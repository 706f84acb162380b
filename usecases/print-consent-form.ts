import { isLinkOpen, minorDetailsOf, returnAddress } from "#domain/consent-form.ts";
import type { Person } from "#domain/person.ts";
import { consentFormPdf } from "#print/consent-form.ts";
import { type JournalServices, recordAction } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

export async function printBlankConsentForm(
  { settings }: Pick<Services, "settings">,
  publicUrl: string,
): Promise<Uint8Array> {
  return consentFormPdf(null, returnAddress(publicUrl, await settings.get()));
}

/** PDF of a consent form; null for an adult, an unknown id or an expired link. `by`: null for a visitor with a link. */
export async function printConsentForm(
  services: JournalServices & Pick<Services, "inbox" | "settings">,
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
  if (by) await recordAction(services, by, { action: "printed", subject: "inscription", subjectId: id });
  return paper;
}
