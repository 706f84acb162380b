/** What pages tell search engines in the words of schema.org: who the association is, and its events. */
import { estMois, instantDeZurich } from "#domain/dates.ts";
import type { Etat, Evenement } from "#domain/evenement.ts";
import { withoutExampleLinks } from "#domain/example-settings.ts";
import type { Reglages } from "#domain/reglages.ts";
import type { StoredImage } from "#domain/stored-image.ts";
import { lienEvenement } from "./lien-evenement.ts";
import { NOM_DU_SITE } from "./page-meta.ts";

const CONTEXTE = { "@context": "https://schema.org" };

const STATUTS: Record<Etat, string> = {
  "": "https://schema.org/EventScheduled",
  annule: "https://schema.org/EventCancelled",
  reporte: "https://schema.org/EventPostponed",
};

const identite = (publicUrl: string) => ({ "@type": "Organization", name: NOM_DU_SITE, url: `${publicUrl}/` });

/** The association, without the settings that are still examples. */
export function donneesDeLAssociation(reglages: Reglages, publicUrl: string) {
  const { npa, lieu, email, instagram, facebook } = withoutExampleLinks(reglages);
  const networks = [instagram, facebook].filter((link) => link !== "");
  return {
    ...CONTEXTE,
    ...identite(publicUrl),
    logo: `${publicUrl}/icone-512.png`,
    address: {
      "@type": "PostalAddress",
      postalCode: npa,
      addressLocality: lieu,
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
function quand({ Date: mois, Du, Au, Heure }: Evenement) {
  if (!Du) return estMois(mois) ? { startDate: mois } : {};
  if (!Heure) return { startDate: Du, endDate: Au || Du };
  return { startDate: instantDeZurich(Du, Heure), ...(Au && { endDate: Au }) };
}

type Affiche = Pick<StoredImage, "url" | "partage"> | null;

function evenementDe(evenement: Evenement, affiche: Affiche, publicUrl: string) {
  const { id, Nom, Lieu, Etat } = evenement;
  const images = affiche ? [affiche.partage, affiche.url].filter((url) => url !== null) : [];
  return {
    "@type": "Event",
    name: Nom,
    ...quand(evenement),
    eventStatus: STATUTS[Etat],
    eventAttendanceMode: "https://schema.org/OfflineEventAttendanceMode",
    location: { "@type": "Place", name: Lieu, address: Lieu },
    ...(images.length > 0 && { image: images.map((url) => publicUrl + url) }),
    organizer: identite(publicUrl),
    url: publicUrl + lienEvenement(id),
  };
}

/** One event, on its own page. @param affiche null when it has none */
export const donneesDeLEvenement = (evenement: Evenement, affiche: Affiche, publicUrl: string) => ({
  ...CONTEXTE,
  ...evenementDe(evenement, affiche, publicUrl),
});

/** All events of the planning, in its order. */
export const donneesDuPlanning = (evenements: readonly (Evenement & { image: Affiche })[], publicUrl: string) => ({
  ...CONTEXTE,
  "@graph": evenements.map(({ image, ...evenement }) => evenementDe(evenement, image, publicUrl)),
});
