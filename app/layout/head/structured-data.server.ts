/** schema.org data for search engines: the association and its events. */
import { eventUrl } from "#app/ui/event-url.ts";
import { isMonth } from "#domain/dates.ts";
import { exactDays } from "#domain/events/days.ts";
import { zurichInstant } from "#domain/events/french-dates.ts";
import { type EventStatus, endOfEvent, type PlannedEvent, ticketsAddress } from "#domain/events/planned-event.ts";
import { priceIn } from "#domain/money/price.ts";
import type { StoredImage } from "#domain/pictures/stored-image.ts";
import { withoutExamples } from "#domain/settings/example-settings.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { SITE_NAME } from "./page-meta.ts";

const CONTEXT = { "@context": "https://schema.org" };

const STATUSES: Record<EventStatus, string> = {
  "": "https://schema.org/EventScheduled",
  annule: "https://schema.org/EventCancelled",
  reporte: "https://schema.org/EventPostponed",
};

const identity = (publicUrl: string) => ({ "@type": "Organization", name: SITE_NAME, url: `${publicUrl}/` });

/** Data of the association, without settings that are still examples. */
export function associationData(settings: Settings, publicUrl: string) {
  const { postcode, place, email, instagram, facebook } = withoutExamples(settings);
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

/**
 * Dates with the precision of the event: instant, day or month. A one-day event with a start time but no end time has
 * no `endDate`.
 */
function datesOf(event: PlannedEvent) {
  const { month } = event;
  const { firstDay, lastDay, startTime, endTime } = exactDays(event);
  if (!firstDay) return isMonth(month) ? { startDate: month } : {};
  if (!startTime) return { startDate: firstDay, endDate: lastDay || firstDay };
  const end = endOfEvent(event);
  const endDate = endTime ? zurichInstant(end.day, end.time) : lastDay;
  return { startDate: zurichInstant(firstDay, startTime), ...(endDate && { endDate }) };
}

/** Price and ticket address; empty when the event has neither. */
function offersOf(event: PlannedEvent, pageUrl: string) {
  const price = priceIn(event.price);
  const tickets = ticketsAddress(event);
  if (price === null && tickets === null) return {};
  const costs = price !== null && { price, priceCurrency: "CHF" };
  return {
    offers: { "@type": "Offer", ...costs, url: tickets ?? pageUrl },
    ...(price === "0" && { isAccessibleForFree: true }),
  };
}

type Poster = Pick<StoredImage, "url" | "share"> | null;

function dataOfEvent(event: PlannedEvent, poster: Poster, publicUrl: string) {
  const { id, name, place, status, minimumAge } = event;
  const url = publicUrl + eventUrl(id);
  const images = poster ? [poster.share, poster.url].filter((url) => url !== null) : [];
  return {
    "@type": "Event",
    name,
    ...datesOf(event),
    eventStatus: STATUSES[status],
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: place, address: place },
    ...(images.length > 0 && { image: images.map((url) => publicUrl + url) }),
    organizer: identity(publicUrl),
    ...offersOf(event, url),
    ...(/^\d+$/.test(minimumAge) && { typicalAgeRange: `${minimumAge}-` }),
    url,
  };
}

export const eventData = (event: PlannedEvent, poster: Poster, publicUrl: string) => ({
  ...CONTEXT,
  ...dataOfEvent(event, poster, publicUrl),
  ...(event.details.trim() !== "" && { description: event.details.trim() }),
});

/** In the order of the planning, without descriptions: these are on the events' own pages. */
export const planningData = (events: readonly (PlannedEvent & { image: Poster })[], publicUrl: string) => ({
  ...CONTEXT,
  "@graph": events.map(({ image, ...event }) => dataOfEvent(event, image, publicUrl)),
});
