/** What pages tell search engines in the words of schema.org: who the association is, and its events. */

import { evenementUrl } from "#app/chrome/evenement-url.ts";
import { isMonth, zurichInstant } from "#domain/dates.ts";
import type { Evenement, State } from "#domain/evenement.ts";
import type { StoredImage } from "#domain/pictures/stored-image.ts";
import { withoutExampleLinks } from "#domain/settings/example-settings.ts";
import type { Settings } from "#domain/settings/settings.ts";
import { SITE_NAME } from "./page-meta.ts";

const CONTEXT = { "@context": "https://schema.org" };

const STATUSES: Record<State, string> = {
  "": "https://schema.org/EventScheduled",
  annule: "https://schema.org/EventCancelled",
  reporte: "https://schema.org/EventPostponed",
};

const identity = (publicUrl: string) => ({ "@type": "Organization", name: SITE_NAME, url: `${publicUrl}/` });

/** The association, without the settings that are still examples. */
export function associationData(settings: Settings, publicUrl: string) {
  const { postcode, place, email, instagram, facebook } = withoutExampleLinks(settings);
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
 * When an event takes place, as exactly as it is known and no more: the instant, the day or the month.
 * An event of one day with an hour has no end, because nobody said when it ends.
 */
function when({ Date: month, FirstDay, LastDay, StartTime }: Evenement) {
  if (!FirstDay) return isMonth(month) ? { startDate: month } : {};
  if (!StartTime) return { startDate: FirstDay, endDate: LastDay || FirstDay };
  return { startDate: zurichInstant(FirstDay, StartTime), ...(LastDay && { endDate: LastDay }) };
}

type Poster = Pick<StoredImage, "url" | "share"> | null;

function dataOfEvenement(evenement: Evenement, poster: Poster, publicUrl: string) {
  const { id, Nom, Lieu, State } = evenement;
  const images = poster ? [poster.share, poster.url].filter((url) => url !== null) : [];
  return {
    "@type": "Event",
    name: Nom,
    ...when(evenement),
    eventStatus: STATUSES[State],
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: Lieu, address: Lieu },
    ...(images.length > 0 && { image: images.map((url) => publicUrl + url) }),
    organizer: identity(publicUrl),
    url: publicUrl + evenementUrl(id),
  };
}

/** One event, on its own page. @param poster null when it has none */
export const evenementData = (evenement: Evenement, poster: Poster, publicUrl: string) => ({
  ...CONTEXT,
  ...dataOfEvenement(evenement, poster, publicUrl),
});

/** All events of the planning, in its order. */
export const planningData = (evenements: readonly (Evenement & { image: Poster })[], publicUrl: string) => ({
  ...CONTEXT,
  "@graph": evenements.map(({ image, ...evenement }) => dataOfEvenement(evenement, image, publicUrl)),
});
