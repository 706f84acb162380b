import { data, Link } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { PLANNING_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdminForWrites } from "#app/session/private-pages.ts";
import { deleteSafely } from "#app/ui/cards/delete-safely.ts";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { eventUrl, yearUrl } from "#app/ui/event-url.ts";
import { swissDay } from "#domain/dates.ts";
import { exactDays } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { type PlannedEvent, stateInFrench } from "#domain/events/planned-event.ts";
import { isPublic, publicationInFrench } from "#domain/events/publication.ts";
import { parseYear, yearOf } from "#domain/events/years.ts";
import type { Route } from "./+types/event.ts";
import type { Poster } from "./poster/poster.server.ts";
import { readPoster } from "./poster/poster.server.ts";
import { PosterDetails } from "./poster/poster-details.tsx";
import type { PlanningYear } from "./years/year.server.ts";
import { readYear } from "./years/year.server.ts";
import { changeYear } from "./years/year-actions.server.ts";
import { YearPage } from "./years/year-page.tsx";

export const handle: Handle = { reading: true, share: true, cached: ["evenements"], screen: true };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  return loaderData.planning ? yearMeta(loaderData.planning, matches) : posterMeta(loaderData.poster, matches);
};

/** An event under its identifier comes first: a year is what no event is called. */
export async function loader({ params: { eventId: id }, request, context }: Route.LoaderArgs) {
  const poster = await readPoster(context, id);
  if (poster) return { poster, planning: null };
  const year = (await isTaken(context, id)) ? null : parseYear(id);
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const planning = year === null ? null : await readYear(context, year, query);
  if (!planning) throw data(null, { status: 404 });
  return { poster: null, planning };
}

/** A draft is nowhere, and its identifier is nobody else's all the same. */
const isTaken = async (context: Route.LoaderArgs["context"], id: string): Promise<boolean> =>
  (await context.get(servicesContext).events.get(id)) !== null;

export const middleware: Route.MiddlewareFunction[] = [requireAdminForWrites];

/** On the page of a year; there is nothing to change on that of an event. */
export async function action(args: Route.ActionArgs) {
  const { eventId: id } = args.params;
  if (parseYear(id) === null || (await isTaken(args.context, id))) throw data(null, { status: 405 });
  return changeYear(args, `/planning/${id}`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => deleteSafely(serverAction);

/** One event alone, which is what a shared link opens; or all of a year. */
export default function EventOrYear({ loaderData: { poster, planning } }: Route.ComponentProps) {
  return planning ? <YearPage {...planning} /> : <PosterPage {...poster} />;
}

/** One event alone: what a shared link opens. */
function PosterPage({ event, image, past, admin }: Omit<Poster, "share" | "data">) {
  const { id } = event;
  const year = yearOf(event);
  return (
    <main id="contenu" className="poster-alone ink-azur">
      <div className="page-frame">
        {admin && !isPublic(event) && (
          <p className="announcement" role="note">
            <b>{publicationInFrench(event)}.</b> Seul le comité voit cette page pour l’instant.
          </p>
        )}
        <PosterDetails event={event} image={image} past={past}>
          <Link className="btn btn--neige" to={`/planning${year === null ? "" : `/${year}`}#${encodeURIComponent(id)}`}>
            {year === null ? "Tout le planning" : `Tout le planning ${year}`}
          </Link>
          {admin && (
            <Link className="btn btn--neige" to={`/evenement/modify/${encodeURIComponent(id)}`}>
              <Pencil />
              Modifier
            </Link>
          )}
        </PosterDetails>
      </div>
    </main>
  );
}

/** Title, description and picture of an event's page, as a chat shows them. */
const posterMeta = ({ event, share, data }: Poster, matches: Parameters<typeof pageMeta>[0]["matches"]) =>
  pageMeta({
    title: event.name,
    description: asOneLine(event),
    path: eventUrl(event.id),
    image: share ? { path: share, type: "image/jpeg", alt: `Affiche\u00a0: ${event.name}` } : PLANNING_PICTURE,
    data,
    matches,
  });

/** One line for a chat: what has become of it, when and where. */
function asOneLine(event: PlannedEvent): string {
  const { name, month, place, status } = event;
  const { firstDay, lastDay } = exactDays(event);
  const days = lastDay ? `du ${swissDay(firstDay)} au ${swissDay(lastDay)}` : `le ${swissDay(firstDay)}`;
  const when = firstDay ? days : monthInFrench(month).toLocaleLowerCase("fr-CH");
  const state = status ? `${stateInFrench(status)}\u00a0: ` : "";
  return `${state}${name}, ${when}, ${place}. Un événement de la Jeunesse de Savièse.`;
}

/** Title and address of the page of a year; that of the year which the planning shows is `/planning`. */
const yearMeta = ({ year, shownYear, data }: PlanningYear, matches: Parameters<typeof pageMeta>[0]["matches"]) =>
  pageMeta({
    title: `Planning ${year}`,
    description: `Toutes les affiches de la Jeunesse de Savièse en ${year}\u00a0: fêtes, sorties, coups de main et after movies.`,
    path: yearUrl(year, shownYear),
    image: PLANNING_PICTURE,
    data,
    matches,
  });
