import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle, PageCacheSource } from "#app/route-handle.ts";
import { canonicalUrl, yearUrl } from "#app/ui/event-url.ts";
import { momentInZurich } from "#domain/dates.ts";
import { announcedDeletionCutoff, isAnnounced } from "#domain/events/planned-event.ts";
import { shownPlanningYear, yearOfEvent, yearsOfEvents } from "#domain/events/years.ts";
import { EDITABLE_TEXTS, TEXT_IDS } from "#domain/texts/texts.ts";
import type { Route } from "./+types/sitemap.ts";

export const handle: Handle = { cached: ["evenements", "membres"] };

const latest = (instants: readonly string[]): string | undefined => instants.toSorted().at(-1);

const ENTITIES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const toXml = (text: string) => text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);

export async function loader({ context }: Route.LoaderArgs) {
  const { committee, events, settings, texts, clock } = context.get(servicesContext);
  const { publicUrl, routes } = context.get(siteContext);
  const now = clock.now();
  const [members, stored, deleted, savedSettings] = await Promise.all([
    committee.list(),
    events.list(),
    events.listDeleted(announcedDeletionCutoff(now)),
    settings.get(),
  ]);
  const planning = stored.filter(isAnnounced);
  const withDeleted = [...planning, ...deleted];
  const changesOf: Record<PageCacheSource, string[]> = {
    settings: savedSettings.lastSave ? [savedSettings.lastSave.at.toISOString()] : [],
    evenements: withDeleted.map(({ updatedAt }) => updatedAt),
    membres: members.map(({ updatedAt }) => updatedAt),
    texts: (
      await Promise.all(TEXT_IDS.filter((id) => EDITABLE_TEXTS[id].page !== null).map((id) => texts.get(id)))
    ).flatMap(({ lastSave }) => (lastSave ? [lastSave.at.toISOString()] : [])),
    accueil: [],
    slots: [],
  };
  const shown = shownPlanningYear(savedSettings, planning, momentInZurich(now));
  const changesOfYear = (year: number) =>
    withDeleted.filter((event) => yearOfEvent(event) === year).map(({ updatedAt }) => updatedAt);
  const pages: readonly (readonly [path: string, updatedAt?: string])[] = [
    ...routes.fixed.flatMap(({ path, handle: { listed } }) =>
      listed ? [[path, latest(listed.flatMap((source) => changesOf[source]))] as const] : [],
    ),
    ...yearsOfEvents(planning)
      .filter((year) => year !== shown)
      .map((year) => [yearUrl(year, shown), latest(changesOfYear(year))] as const),
    ...planning.map((event) => [canonicalUrl(event, momentInZurich(now)), event.updatedAt] as const),
  ];
  const urls = pages.map(
    ([path, updatedAt]) =>
      `<url><loc>${toXml(publicUrl + path)}</loc>${updatedAt ? `<lastmod>${updatedAt}</lastmod>` : ""}</url>\n`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
  return new Response(xml, {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=600" },
  });
}
