import { eventUrl } from "#app/ui/event-url.ts";
import { isMonth } from "#domain/dates.ts";
import { type EventDays, exactEventDays } from "#domain/events/days.ts";
import { zurichInstant } from "#domain/events/french-dates.ts";
import { endOfEvent, isProbablyMapLink, mapUrl, type PlannedEvent, ticketsUrl } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate, parsePreviousDates } from "#domain/events/postponement.ts";
import { priceInText } from "#domain/money/price.ts";
import type { ShownPicture } from "#domain/pictures/picture.ts";
import { withoutExampleSettings } from "#domain/settings/example-settings.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { SITE_NAME } from "./page-meta.ts";

const CONTEXT = { "@context": "https://schema.org" };

const STATUSES = { "": "https://schema.org/EventScheduled", annule: "https://schema.org/EventCancelled" };

const identity = (publicUrl: string) => ({ "@type": "Organization", name: SITE_NAME, url: `${publicUrl}/` });

/** Leaves out settings that still have example values. */
export function associationStructuredData(settings: Settings, publicUrl: string) {
  const { postcode, place, email, instagram, facebook } = withoutExampleSettings(settings);
  const networks = [instagram, facebook].filter((link) => link !== "");
  return {
    ...CONTEXT,
    ...identity(publicUrl),
    logo: `${publicUrl}/icone-512.png`,
    address: {
      "@type": "PostalAddress",
      postalCode: postcode,
      addressLocality: place,
      addressRegion: "VS",
      addressCountry: "CH",
    },
    ...(email !== "" && { email }),
    ...(networks.length > 0 && { sameAs: networks }),
  };
}

/** `startDate` has a time, only a day or only a month, depending on what is known. */
function datesOf(event: EventDays): { startDate?: string; endDate?: string } {
  const { month } = event;
  const { firstDay, lastDay, startTime, endTime } = exactEventDays(event);
  if (!firstDay) return isMonth(month) ? { startDate: month } : {};
  if (!startTime) return { startDate: firstDay, endDate: lastDay || firstDay };
  const end = endOfEvent(event);
  const endDate = endTime ? zurichInstant(end.day, end.time) : lastDay;
  return { startDate: zurichInstant(firstDay, startTime), ...(endDate && { endDate }) };
}

/** Without a new date, `previousStartDate` ends with the event's current `startDate`. */
function statusOf(event: PlannedEvent) {
  if (event.status !== "reporte") return { eventStatus: STATUSES[event.status] };
  const withoutDate = isPostponedWithoutDate(event);
  const earlier = parsePreviousDates(event).map((days) => datesOf(days).startDate);
  const dates = withoutDate ? [...earlier.slice(0, -1), datesOf(event).startDate] : earlier;
  return {
    eventStatus: `https://schema.org/Event${withoutDate ? "Postponed" : "Rescheduled"}`,
    previousStartDate: dates.length > 1 ? dates : dates[0],
  };
}

/** The stored address may be a map link. Then schema.org's `address` is the name of the place. */
function locationOf(event: PlannedEvent) {
  const { place, address } = event;
  const map = isProbablyMapLink(address) && { hasMap: mapUrl(event) };
  return { "@type": "Place", name: place, address: map ? place : address || place, ...map };
}

/** Empty if the event has neither a price nor a ticket address. */
function offersOf(event: PlannedEvent, pageUrl: string) {
  const price = priceInText(event.price);
  const tickets = ticketsUrl(event);
  if (price === null && tickets === null) return {};
  const costs = price !== null && { price, priceCurrency: "CHF" };
  return {
    offers: { "@type": "Offer", ...costs, url: tickets ?? pageUrl },
    ...(price === "0" && { isAccessibleForFree: true }),
  };
}

type Poster = Pick<ShownPicture, "url" | "share"> | null;

function dataOfEvent(event: PlannedEvent, poster: Poster, publicUrl: string) {
  const { id, name, notice, minimumAge } = event;
  const url = publicUrl + eventUrl(id);
  const images = poster ? [poster.share, poster.url].filter((url) => url !== null) : [];
  return {
    "@type": "Event",
    name,
    ...datesOf(event),
    ...statusOf(event),
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: locationOf(event),
    ...(images.length > 0 && { image: images.map((url) => publicUrl + url) }),
    organizer: identity(publicUrl),
    ...offersOf(event, url),
    ...(notice !== "" && { description: notice }),
    ...(/^\d+$/.test(minimumAge) && { typicalAgeRange: `${minimumAge}-` }),
    url,
  };
}

export function eventStructuredData(event: PlannedEvent, poster: Poster, publicUrl: string) {
  const description = [event.notice, event.details.trim()].filter(Boolean).join("\n\n");
  return { ...CONTEXT, ...dataOfEvent(event, poster, publicUrl), ...(description !== "" && { description }) };
}

export const planningStructuredData = (events: readonly (PlannedEvent & { image: Poster })[], publicUrl: string) => ({
  ...CONTEXT,
  "@graph": events.map(({ image, ...event }) => dataOfEvent(event, image, publicUrl)),
});
