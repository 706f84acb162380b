import { data, Link, type RouterContextProvider } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { readShownAnnouncement } from "#app/layout/announcement.server.ts";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { EventDates, EventPlace } from "#app/ui/event-parts.tsx";
import { canonicalUrl } from "#app/ui/event-url.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { handleVisitorForm } from "#app/ui/form/handle-form.server.ts";
import { momentInZurich } from "#domain/dates.ts";
import { isAnnounced, withoutCommitteeFields } from "#domain/events/planned-event.ts";
import { fieldNames } from "#domain/fields.ts";
import { CHOSEN_SLOTS_FIELD, replyFormSchema } from "#domain/slots/slot-form.ts";
import type { StoredEvent } from "#stores/events.ts";
import { submitSlotReplies } from "#usecases/slots/answer.ts";
import type { Route } from "./+types/answer.ts";
import { readSlotOffer } from "./read-offer.server.ts";
import { ReplyForm } from "./slot-form.tsx";
import { replyPageUrl } from "./slots-url.ts";

export const handle: Handle = { reading: true, cached: ["evenements", "slots"] };

export const meta: Route.MetaFunction = (args) => {
  const event = args.loaderData?.event;
  if (!event) return [];
  return pageMeta({
    title: `Coups de main\u00a0: ${event.name}`,
    description: `${event.name}, de la Jeunesse de Savièse\u00a0: où il manque encore du monde, et comment s’annoncer.`,
    path: replyPageUrl(event.id),
  })(args);
};

/** @throws a 404 for an unknown event, and for a draft */
async function announcedEvent(context: Readonly<RouterContextProvider>, id: string): Promise<StoredEvent> {
  const event = await context.get(servicesContext).events.get(id);
  if (!event || !isAnnounced(event)) throw data(null, { status: 404 });
  return event;
}

export async function loader({ params: { eventId }, context }: Route.LoaderArgs) {
  const event = await announcedEvent(context, eventId);
  const now = momentInZurich(context.get(servicesContext).clock.now());
  return {
    event: withoutCommitteeFields(event),
    path: canonicalUrl(event, now),
    offer: await readSlotOffer(context, event),
    announcement: await readShownAnnouncement(context),
  };
}

export async function action(args: Route.ActionArgs) {
  const event = await announcedEvent(args.context, args.params.eventId);
  return handleVisitorForm(args, {
    where: "slots",
    fields: fieldNames(replyFormSchema()),
    listField: CHOSEN_SLOTS_FIELD,
    send: (typed, chosen) => submitSlotReplies(args.context.get(servicesContext), event, typed, chosen),
    next: (token) => (token === "" ? "" : `/mes-places/${token}#merci`),
  });
}

export default function ReplyToSlotsPage({ loaderData: { event, path, offer }, actionData }: Route.ComponentProps) {
  const result: FormResult = actionData ?? {};
  return (
    <main id="contenu" className="poster-alone ink-azur">
      <div className="page-frame slots-page">
        <div className="evenement">
          <h1>
            <span>Coups de main</span> {event.name}
          </h1>
          <EventDates event={event} />
          <EventPlace event={event} />
        </div>
        <section className="slots-panel" aria-label="S’annoncer">
          {result.thanked ? (
            <p className="lead">
              <b>C’est déjà noté.</b> Merci, et à bientôt. Un empêchement&nbsp;? <Link to="/contact">Écrivez-nous</Link>
              .
            </p>
          ) : (
            <ReplyForm offer={offer} action={replyPageUrl(event.id)} result={result} />
          )}
        </section>
        <p>
          <Link className="btn btn--neige" to={path}>
            L’événement
          </Link>
        </p>
      </div>
    </main>
  );
}
