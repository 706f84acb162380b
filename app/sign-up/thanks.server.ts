import type { RouterContextProvider } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { eventUrl } from "#app/ui/event-url.ts";
import type { ConsentLinks, NextEventDate } from "#app/ui/form/form-result.ts";
import { valueOrFallback } from "#app/ui/with-fallback.server.ts";
import { consentFormDetails, lastConsentLinkDay } from "#domain/consent-form.ts";
import { dayInFrench, momentInZurich } from "#domain/dates.ts";
import { shortEventDateInFrench } from "#domain/events/days.ts";
import { nextEvent } from "#domain/events/planned-event.ts";
import { withPreposition } from "#domain/text/elision.ts";
import type { InboxEntry } from "#stores/inbox-types.ts";
import { askContactDetails } from "#usecases/contact-details.ts";

/** Data of the thank-you page. Not cached, so that the next date is current. */
export const readSignUpThanks = async (context: Readonly<RouterContextProvider>, entry: InboxEntry) => ({
  consentForm: consentLinksOf(entry, context.get(siteContext).publicUrl),
  bill: `/facture/${entry.id}#qr`,
  nextDate: await readNextEventDate(context),
});

/** The sign-up is already stored. If the events cannot be read, the page names no next date. */
export async function readNextEventDate(context: Readonly<RouterContextProvider>): Promise<NextEventDate | undefined> {
  const { events, clock } = context.get(servicesContext);
  const list = await valueOrFallback(context, events.listSinceLastYear(clock.now()), [], "next date after a sign-up");
  const next = nextEvent(list, momentInZurich(clock.now()));
  return next ? { when: shortEventDateInFrench(next), name: next.name, url: eventUrl(next.id) } : undefined;
}

/** The sign-up is already stored. After an error, the page leaves out the question. */
export async function readContactDetailsQuestion(context: Readonly<RouterContextProvider>, entry: InboxEntry) {
  try {
    return await askContactDetails(context.get(servicesContext), entry);
  } catch (error) {
    context.get(siteContext).report(error, "question after a sign-up");
    return undefined;
  }
}

/** @returns undefined for an adult */
function consentLinksOf(entry: InboxEntry, publicUrl: string): ConsentLinks | undefined {
  const minor = entry.type === "inscription" ? consentFormDetails(entry.content) : null;
  if (!minor) return undefined;
  const path = `/autorisation/${entry.id}`;
  const until = dayInFrench(lastConsentLinkDay(entry.receivedAt));
  const letter = `Bonjour,\n\nVoici l’autorisation parentale à signer pour mon inscription à la Jeunesse de Savièse\u00a0:\n${publicUrl}${path}\n\nLe lien fonctionne jusqu’au ${until}.`;
  const query = Object.entries({ subject: "Autorisation parentale à signer", body: letter })
    .map(([name, text]) => `${name}=${encodeURIComponent(text)}`)
    .join("&");
  return { path, url: publicUrl + path, mail: `mailto:?${query}`, ofMinor: withPreposition(minor.firstName), until };
}
