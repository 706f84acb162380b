import { servicesContext, siteContext } from "#app/context.ts";
import type { Handle, Source } from "#app/handle.ts";
import { lienEvenement } from "#app/lien-evenement.ts";
import { hasName, retraitsDepuis } from "#domain/evenement.ts";
import type { Route } from "./+types/sitemap.ts";

export const handle: Handle = { cached: ["evenements", "membres"] };

const dernier = (instants: readonly string[]): string | undefined => instants.toSorted().at(-1);

const ENTITES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };
const enXml = (texte: string) => texte.replace(/[&<>"']/g, (signe) => ENTITES[signe] ?? signe);

/** Every page that may be listed, with the last time at which what it shows was written. */
export async function loader({ context }: Route.LoaderArgs) {
  const { membres, evenements, reglages, clock } = context.get(servicesContext);
  const { publicUrl, routes } = context.get(siteContext);
  const [comite, planning, retires, { modifies }] = await Promise.all([
    membres.list(),
    evenements.list(),
    evenements.retires(retraitsDepuis(clock.now())),
    reglages.get(),
  ]);
  const written: Record<Source, string[]> = {
    reglages: modifies ? [modifies.le.toISOString()] : [],
    evenements: [...planning, ...retires].map(({ modifieLe }) => modifieLe),
    membres: comite.map(({ modifieLe }) => modifieLe),
    accueil: [],
  };
  const pages: readonly (readonly [chemin: string, modifieLe?: string])[] = [
    ...routes.fixed.flatMap(({ path, handle: { listed } }) =>
      listed ? [[path, dernier(listed.flatMap((source) => written[source]))] as const] : [],
    ),
    ...planning.filter(hasName).map(({ id, modifieLe }) => [lienEvenement(id), modifieLe] as const),
  ];
  const urls = pages.map(
    ([chemin, modifieLe]) =>
      `<url><loc>${enXml(publicUrl + chemin)}</loc>${modifieLe ? `<lastmod>${modifieLe}</lastmod>` : ""}</url>\n`,
  );
  const xml = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("")}</urlset>\n`;
  return new Response(xml, {
    headers: { "content-type": "application/xml; charset=utf-8", "cache-control": "public, max-age=600" },
  });
}
