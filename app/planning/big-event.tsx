import { data, redirect } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { readShownAnnouncement } from "#app/layout/announcement.server.ts";
import type { Handle } from "#app/route-handle.ts";
import { canonicalUrl } from "#app/ui/event-url.ts";
import { momentInZurich } from "#domain/dates.ts";
import { hasEventPage, isAnnounced } from "#domain/events/planned-event.ts";
import type { Route } from "./+types/big-event.ts";
import { posterMeta } from "./poster/poster-meta.ts";
import { PosterPage } from "./poster/poster-page.tsx";
import { readEventPoster } from "./poster/read-poster.server.ts";

export const handle: Handle = {
  help: "ajouter-un-événement-depuis-un-téléphone",
  reading: true,
  share: true,
  cached: ["evenements", "slots"],
  segment: /^[a-z\d-]+$/i,
};

export const meta: Route.MetaFunction = (args) => (args.loaderData ? posterMeta(args.loaderData.poster)(args) : []);

/** @throws a redirect if the event has another canonical URL; a 404 if the event is unknown or not public */
export async function loader({ params: { address }, context }: Route.LoaderArgs) {
  const { events, clock } = context.get(servicesContext);
  const found = (await events.listWithPage()).filter(({ pageAddress }) => pageAddress === address.toLowerCase());
  const now = momentInZurich(clock.now());
  const event = found.find((candidate) => hasEventPage(candidate, now)) ?? found.find(isAnnounced);
  if (event && canonicalUrl(event, now) !== `/${address}`) throw redirect(canonicalUrl(event, now));
  const poster = event && (await readEventPoster(context, event.id));
  if (!poster) throw data(null, { status: 404 });
  return { poster, announcement: await readShownAnnouncement(context) };
}

export default function BigEventPage({ loaderData: { poster } }: Route.ComponentProps) {
  return <PosterPage {...poster} />;
}
