import { data } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { currentPicture } from "#app/ui/pictures/pictures.server.ts";
import { EVENT_FIELDS, eventInHistory } from "#domain/events/event-fields.ts";
import { eventAsTyped } from "#domain/events/event-form.ts";
import { EVENT_FIELD_NAMES, type EventFields } from "#domain/events/planned-event.ts";
import { readEvent } from "#usecases/cards/read-event.ts";
import type { Route } from "./+types/event-history.ts";
import { type HistoryAnswer, restoreCard, revisionPicture, viewRevisions } from "./history.server.ts";
import { HistoryPage } from "./history-page.tsx";

export const meta = privateMeta("Historique d’un événement", "Ce qu’annonçait un événement, et qui l’a changé.");

const LABELS = {
  ...Object.fromEntries(Object.values(EVENT_FIELDS).map(({ wire, label }) => [wire, label])),
  mois: "Mois",
  annee: "Année",
};

/** Restoring a revision does not change whether the event is public. */
const restoredFields = ({ publication: _, ...fields }: EventFields) => fields;

export async function loader({ params: { eventId: id }, context }: Route.LoaderArgs) {
  const { events } = context.get(servicesContext);
  const [event, revisions] = await Promise.all([events.get(id), events.listRevisions(id)]);
  if (!event) throw data(null, { status: 404 });
  const { version, updatedAt: at, updatedBy: by } = event;
  const image = await currentPicture(context, { collection: "evenements", id }, event.picture);
  const now = { content: contentOf(event), ...revisionPicture(event), at, by };
  return {
    form: `/evenement/modify/${encodeURIComponent(id)}`,
    name: event.name || "Sans nom",
    image: image?.url ?? null,
    version,
    revisions: viewRevisions(now, revisions, eventInHistory, restoredFields),
  };
}

const contentOf = (event: EventFields) =>
  Object.fromEntries(EVENT_FIELD_NAMES.map((field) => [field, event[field]])) as EventFields;

export const action = (args: Route.ActionArgs) =>
  restoreCard<EventFields>(args, {
    where: "event restore",
    collection: "evenements",
    id: args.params.eventId,
    store: args.context.get(servicesContext).events,
    read: async (fields, { publication, ...current }) => {
      const typed = eventAsTyped({ ...fields, publication }, "");
      const stored = { ...current, id: args.params.eventId };
      const { isReserved } = args.context.get(siteContext).routes;
      const parsed = await readEvent({ ...args.context.get(servicesContext), isReserved }, typed, stored);
      return parsed.success ? { ...parsed, data: { ...parsed.data, previousDates: fields.previousDates } } : parsed;
    },
    labels: LABELS,
  });

export { clientAction } from "#app/ui/form/client-action.ts";
export { shouldRevalidate } from "#app/ui/form/reload-on-conflict.ts";

export default function EventHistory({ loaderData: { image, ...history }, actionData }: Route.ComponentProps) {
  const answer: HistoryAnswer = actionData ?? {};
  return (
    <HistoryPage {...history} noun="cette fiche" pictureKind="poster" answer={answer}>
      {image && <img className="history-picture" src={image} width="500" height="400" alt="" />}
    </HistoryPage>
  );
}
