import { lazy } from "react";
import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { readShownAnnouncement } from "#app/layout/announcement.server.ts";
import { PLANNING_SHARE_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdminForWrites } from "#app/session/private-pages.ts";
import { yearUrl } from "#app/ui/event-url.ts";
import { parseYear } from "#domain/events/years.ts";
import type { Route } from "./+types/event.ts";
import { posterMeta } from "./poster/poster-meta.ts";
import { readEventPoster } from "./poster/read-poster.server.ts";
import { type PlanningYear, readPlanningYear } from "./years/year.server.ts";
import { planningAction } from "./years/year-actions.server.ts";
import { PlanningYearContent } from "./years/year-page.tsx";

const loadPosterPage = () => import("./poster/poster-page.tsx");

/** A separate bundle: the committee does not download it with the page of a year. */
const PosterPage = import.meta.env.SSR
  ? (await loadPosterPage()).PosterPage
  : lazy(async () => ({ default: (await loadPosterPage()).PosterPage }));

export const handle: Handle = {
  help: "ajouter-un-événement-depuis-un-téléphone",
  reading: true,
  share: true,
  cached: ["evenements", "slots"],
  screen: true,
};

export const meta: Route.MetaFunction = (args) => {
  const { planning, poster } = args.loaderData ?? {};
  return planning ? yearMeta(planning)(args) : poster ? posterMeta(poster)(args) : [];
};

/** The path is the id of an event, or a year. An event takes precedence. */
export async function loader({ params: { eventId: id }, url, context }: Route.LoaderArgs) {
  const poster = await readEventPoster(context, id);
  const announcement = await readShownAnnouncement(context);
  if (poster) return { poster, planning: null, announcement };
  const year = (await hasEvent(context, id)) ? null : parseYear(id);
  const planning = year === null ? null : await readPlanningYear(context, year, url);
  if (!planning) throw data(null, { status: 404 });
  return { poster: null, planning, announcement };
}

/** Also true for a draft. */
const hasEvent = async (context: Route.LoaderArgs["context"], id: string): Promise<boolean> =>
  (await context.get(servicesContext).events.get(id)) !== null;

export const middleware: Route.MiddlewareFunction[] = [requireAdminForWrites];

export async function action(args: Route.ActionArgs) {
  const { eventId: id } = args.params;
  if (parseYear(id) === null || (await hasEvent(args.context, id))) throw data(null, { status: 405 });
  return planningAction(args);
}

export { clientAction } from "#app/ui/cards/change-list.ts";

export default function EventOrYearPage({ loaderData: { poster, planning } }: Route.ComponentProps) {
  return planning ? <PlanningYearContent {...planning} /> : <PosterPage {...poster} />;
}

const yearMeta = ({ year, shownYear, data }: PlanningYear) =>
  pageMeta({
    title: `Planning ${year}`,
    description: `Toutes les affiches de la Jeunesse de Savièse en ${year}\u00a0: fêtes, sorties, coups de main et after movies.`,
    path: yearUrl(year, shownYear),
    image: PLANNING_SHARE_PICTURE,
    data,
  });
