import { data } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import type { Handle } from "#app/route-handle.ts";
import { adminToWrite } from "#app/session/private-pages.ts";
import { deleteSafely } from "#app/ui/cards/delete-safely.ts";
import { yearIn } from "#domain/events/years.ts";
import type { Route } from "./+types/event.ts";
import { readPoster } from "./poster/poster.server.ts";
import { posterMeta } from "./poster/poster-meta.ts";
import { PosterPage } from "./poster/poster-page.tsx";
import { readYear } from "./years/year.server.ts";
import { changeYear } from "./years/year-actions.server.ts";
import { yearMeta } from "./years/year-meta.ts";
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
  const year = (await isTaken(context, id)) ? null : yearIn(id);
  const query = new URL(request.url).searchParams.get("q") ?? "";
  const planning = year === null ? null : await readYear(context, year, query);
  if (!planning) throw data(null, { status: 404 });
  return { poster: null, planning };
}

/** A draft is nowhere, and its identifier is nobody else's all the same. */
const isTaken = async (context: Route.LoaderArgs["context"], id: string): Promise<boolean> =>
  (await context.get(servicesContext).events.get(id)) !== null;

export const middleware: Route.MiddlewareFunction[] = [adminToWrite];

/** On the page of a year; there is nothing to change on that of an event. */
export async function action(args: Route.ActionArgs) {
  const { eventId: id } = args.params;
  if (yearIn(id) === null || (await isTaken(args.context, id))) throw data(null, { status: 405 });
  return changeYear(args, `/planning/${id}`);
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => deleteSafely(serverAction);

/** One event alone, which is what a shared link opens; or all of a year. */
export default function EventOrYear({ loaderData: { poster, planning } }: Route.ComponentProps) {
  return planning ? <YearPage {...planning} /> : <PosterPage {...poster} />;
}
