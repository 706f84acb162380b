import {
  type ConsentFormDetails,
  type ConsentFormWords,
  consentFormDetails,
  consentReturnAddress,
  isConsentLinkOpen,
} from "#domain/consent-form.ts";
import { type Day, dayInZurich, swissDay } from "#domain/dates.ts";
import { formatAmount } from "#domain/money/amount.ts";
import type { Person } from "#domain/person.ts";
import { isMinorMember } from "#domain/register/member.ts";
import { postalAddressLines } from "#domain/register/proposal.ts";
import { plainText } from "#domain/text/rich-text.ts";
import { renderText } from "#domain/texts/render-text.server.ts";
import { consentFormPdf } from "#print/consent-form.ts";
import { addJournalEntry, type JournalServices } from "#usecases/journal.ts";
import type { Services } from "#usecases/services.ts";

export async function printBlankConsentForm(
  services: Pick<Services, "settings" | "texts">,
  publicUrl: string,
): Promise<Uint8Array> {
  return consentFormPdf(null, await readWords(services, publicUrl));
}

async function readWords(
  { settings, texts }: Pick<Services, "settings" | "texts">,
  publicUrl: string,
): Promise<ConsentFormWords> {
  const [stored, { content }] = await Promise.all([settings.get(), texts.get("minors")]);
  const text = renderText("minors", content, stored.annualFee);
  const conditions = [
    { title: text.title1, text: plainText(text.condition1) },
    { title: text.title2, text: plainText(text.condition2) },
    { title: text.title3, text: plainText(text.condition3) },
    { title: text.title4, text: plainText(text.condition4) },
  ];
  return { ...consentReturnAddress(publicUrl, stored), fee: formatAmount(stored.annualFee), conditions };
}

/**
 * Prints the form for a minor in the register, even if the minor has no sign-up.
 * @param by `member`: the member's own link, which the journal does not record
 * @returns null for an adult or an unknown id
 */
export async function printMemberConsentForm(
  services: JournalServices & Pick<Services, "register" | "settings" | "texts">,
  publicUrl: string,
  id: string,
  by: Person | null | "member",
): Promise<Uint8Array | null> {
  const member = await services.register.get(id);
  if (!member || !isMinorMember(member, dayInZurich(services.clock.now()))) return null;
  const { lastName, firstName, phone } = member;
  const [birthDate, address] = [swissDay(member.birthDate as Day), postalAddressLines(member).join(", ")];
  const minor: ConsentFormDetails = { lastName, firstName, phone, birthDate, address };
  const paper = await consentFormPdf(minor, await readWords(services, publicUrl));
  if (by !== "member") await addJournalEntry(services, by, { action: "printed", subject: "register", subjectId: id });
  return paper;
}

/** @param by null for a visitor with a link @returns null for an adult, an unknown id or an expired link */
export async function printConsentForm(
  services: JournalServices & Pick<Services, "inbox" | "settings" | "texts">,
  publicUrl: string,
  id: string,
  by: Person | null,
): Promise<Uint8Array | null> {
  const { inbox, clock } = services;
  const entry = await inbox.get(id);
  if (entry?.type !== "inscription") return null;
  if (!by && !isConsentLinkOpen(entry.receivedAt, clock.now())) return null;
  const minor = consentFormDetails(entry.content);
  if (!minor) return null;
  const paper = await consentFormPdf(minor, await readWords(services, publicUrl));
  if (by) await addJournalEntry(services, by, { action: "printed", subject: "inscription", subjectId: id });
  return paper;
}
