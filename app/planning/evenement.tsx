import { data, Link } from "react-router";
import { evenementUrl } from "#app/chrome/evenement-url.ts";
import { PLANNING_PICTURE, pageMeta } from "#app/chrome/head/page-meta.ts";
import { evenementData } from "#app/chrome/head/structured-data.server.ts";
import { pictureOf } from "#app/chrome/pictures/pictures.server.ts";
import { servicesContext, siteContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { dayInZurich, monthInFrench, swissDay } from "#domain/dates.ts";
import { type Evenement, hasName, isOver, stateInFrench } from "#domain/evenement.ts";
import type { Route } from "./+types/evenement.ts";
import { EvenementCard } from "./evenement-card.tsx";

export const handle: Handle = { reading: true, share: true, cached: ["evenements"] };

/** One line for a chat: what has become of it, when and where. */
function asOneLine({ Nom, Date: month, FirstDay, LastDay, Lieu, State }: Evenement): string {
  const days = LastDay ? `du ${swissDay(FirstDay)} au ${swissDay(LastDay)}` : `le ${swissDay(FirstDay)}`;
  const when = FirstDay ? days : monthInFrench(month).toLocaleLowerCase("fr-CH");
  const state = State ? `${stateInFrench(State)}\u00a0: ` : "";
  return `${state}${Nom}, ${when}, ${Lieu}. Un événement de la Jeunesse de Savièse.`;
}

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  const { evenement, image, structuredData } = loaderData;
  return pageMeta({
    title: evenement.Nom,
    description: asOneLine(evenement),
    path: evenementUrl(evenement.id),
    image: image?.share
      ? { path: image.share, type: "image/jpeg", alt: `Affiche\u00a0: ${evenement.Nom}` }
      : PLANNING_PICTURE,
    data: structuredData,
    matches,
  });
};

export async function loader({ params, context }: Route.LoaderArgs) {
  const { evenements, clock } = context.get(servicesContext);
  const evenement = await evenements.get(params.evenementId);
  if (!evenement || !hasName(evenement)) throw data(null, { status: 404 });
  const image = await pictureOf(context, { collection: "evenements", id: evenement.id });
  const structuredData = evenementData(evenement, image, context.get(siteContext).publicUrl);
  return { evenement, image, structuredData, past: isOver(evenement, dayInZurich(clock.now())) };
}

/** One event alone: what a shared link opens. */
export default function PageEvenement({ loaderData: { evenement, image, past } }: Route.ComponentProps) {
  return (
    <main id="contenu" className="poster-alone ink-azur">
      <div className="page-frame">
        <EvenementCard evenement={evenement} image={image} lazy={false} past={past} only>
          <Link className="btn btn--neige" to={`/planning#${encodeURIComponent(evenement.id)}`}>
            Tout le planning
          </Link>
        </EvenementCard>
      </div>
    </main>
  );
}
