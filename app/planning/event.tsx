import { data, Link } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { PLANNING_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import { eventData } from "#app/layout/head/structured-data.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdminForWrites } from "#app/session/private-pages.ts";
import { deleteSafely } from "#app/ui/cards/save-card.ts";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { eventUrl, yearUrl } from "#app/ui/event-url.ts";
import { hiddenPicture, pictureOf } from "#app/ui/pictures/pictures.server.ts";
import { momentInZurich, swissDay } from "#domain/dates.ts";
import { exactDays } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { isAnnounced, isOver, type PlannedEvent, plannedEventOf, stateInFrench } from "#domain/events/planned-event.ts";
import { isRescheduled, isWithoutDate, WITHOUT_DATE } from "#domain/events/postponement.ts";
import { isPublic, publicationInFrench } from "#domain/events/publication.ts";
import { parseYear, yearOf } from "#domain/events/years.ts";
import type { Route } from "./+types/event.ts";
import { PosterDetails } from "./poster/poster-details.tsx";
import { type PlanningYear, readYear } from "./years/year.server.ts";
import { planningAction } from "./years/year-actions.server.ts";
import { YearPage } from "./years/year-page.tsx";

export const handle: Handle = { reading: true, share: true, cached: ["evenements"], screen: true };

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  if (!loaderData) return [];
  return loaderData.planning ? yearMeta(loaderData.planning, matches) : posterMeta(loaderData.poster, matches);
};

/** The path can be the identifier of an event or a year; an event takes precedence. */
export async function loader({ params: { eventId: id }, request, context }: Route.LoaderArgs) {
  const poster = await readPoster(context, id);
  if (poster) return { poster, planning: null };
  const year = (await hasEvent(context, id)) ? null : parseYear(id);
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const planning = year === null ? null : await readYear(context, year, query);
  if (!planning) throw data(null, { status: 404 });
  return { poster: null, planning };
}

/** @returns the data of an event's page; null for an unknown event, and for a draft without a session */
async function readPoster(context: Route.LoaderArgs["context"], id: string) {
  const { events, clock } = context.get(servicesContext);
  const event = await events.get(id);
  const admin = context.get(accountContext) !== null;
  if (!event || !(admin || isAnnounced(event))) return null;
  const picture = await pictureOf(context, { collection: "evenements", id });
  return {
    event: plannedEventOf(event),
    admin,
    past: isOver(event, momentInZurich(clock.now())),
    image: picture ?? (admin && event.picture ? hiddenPicture(event.picture) : null),
    share: picture?.share ?? null,
    data: isAnnounced(event) ? eventData(event, picture, context.get(siteContext).publicUrl) : undefined,
  };
}

type Poster = NonNullable<Awaited<ReturnType<typeof readPoster>>>;

/** Whether the event exists: also true for a draft, which visitors cannot see. */
const hasEvent = async (context: Route.LoaderArgs["context"], id: string): Promise<boolean> =>
  (await context.get(servicesContext).events.get(id)) !== null;

export const middleware: Route.MiddlewareFunction[] = [requireAdminForWrites];

/** Only the page of a year has an action. */
export async function action(args: Route.ActionArgs) {
  const { eventId: id } = args.params;
  if (parseYear(id) === null || (await hasEvent(args.context, id))) throw data(null, { status: 405 });
  return planningAction(args, `/planning/${id}`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => deleteSafely(serverAction);

export default function EventOrYear({ loaderData: { poster, planning } }: Route.ComponentProps) {
  return planning ? <YearPage {...planning} /> : <PosterPage {...poster} />;
}

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

const posterMeta = ({ event, share, data }: Poster, matches: Parameters<typeof pageMeta>[0]["matches"]) =>
  pageMeta({
    title: event.name,
    description: eventSummary(event),
    path: eventUrl(event.id),
    image: share ? { path: share, type: "image/jpeg", alt: `Affiche\u00a0: ${event.name}` } : PLANNING_PICTURE,
    data,
    matches,
  });

/** Status, name, date and place of an event, in one sentence for link previews. */
function eventSummary(event: PlannedEvent): string {
  const { name, month, place, status } = event;
  const { firstDay, lastDay } = exactDays(event);
  const days = lastDay ? `du ${swissDay(firstDay)} au ${swissDay(lastDay)}` : `le ${swissDay(firstDay)}`;
  const when = firstDay ? days : monthInFrench(month).toLocaleLowerCase("fr-CH");
  const state = isRescheduled(event) ? "Nouvelle date" : isWithoutDate(event) ? WITHOUT_DATE : stateInFrench(status);
  const parts = [name, isWithoutDate(event) ? "" : when, place].filter(Boolean).join(", ");
  return `${state && `${state}\u00a0: `}${parts}. Un événement de la Jeunesse de Savièse.`;
}

const yearMeta = ({ year, shownYear, data }: PlanningYear, matches: Parameters<typeof pageMeta>[0]["matches"]) =>
  pageMeta({
    title: `Planning ${year}`,
    description: `Toutes les affiches de la Jeunesse de Savièse en ${year}\u00a0: fêtes, sorties, coups de main et after movies.`,
    path: yearUrl(year, shownYear),
    image: PLANNING_PICTURE,
    data,
    matches,
  });
