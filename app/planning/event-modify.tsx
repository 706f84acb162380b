import { useEffect, useMemo } from "react";
import { data, useNavigate } from "react-router";
import { accountContext, servicesContext, siteContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { AnnouncedToast } from "#app/layout/toasts/toast-zone.tsx";
import type { Handle } from "#app/route-handle.ts";
import { actingPerson } from "#app/session/acting-person.ts";
import { updateCardAction } from "#app/ui/cards/card-actions.server.ts";
import { PictureNotice } from "#app/ui/cards/picture-notice.tsx";
import { planningPageOfEvent } from "#app/ui/cards/planning-page.server.ts";
import { CopyableUrl } from "#app/ui/copyable-address.tsx";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { dossierUrl, slotPlanUrl } from "#app/ui/event-url.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { readCurrentPicture } from "#app/ui/pictures/pictures.server.ts";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { momentInZurich, swissDay } from "#domain/dates.ts";
import { eventFieldsInFrench } from "#domain/events/event-fields.ts";
import { eventAsTyped, eventSchema } from "#domain/events/event-form.ts";
import { type EventFields, knownPlaces } from "#domain/events/planned-event.ts";
import { isPublished } from "#domain/events/publication.ts";
import { shownPlanningYear } from "#domain/events/years.ts";
import { fieldNames } from "#domain/fields.ts";
import { changeCard } from "#usecases/cards/change-card.ts";
import { validateEventForm } from "#usecases/cards/read-event.ts";
import type { Route } from "./+types/event-modify.ts";
import { EventForm } from "./event-form.tsx";
import { makePreviewToken, previewUrl } from "./preview/preview.server.ts";

/** After a save, the page shows a confirmation for this time, then opens the planning. */
const DELAY_MS = 2000;

export const handle: Handle = { help: "ajouter-un-événement-depuis-un-téléphone" };

export const meta = privateMeta(
  "Modifier un événement",
  "Corriger ce que dit un événement, et décider quand il est publié.",
);

/** Keeps the header `refresh` of the action, which opens the planning without JavaScript. */
export const headers: Route.HeadersFunction = ({ actionHeaders }) => actionHeaders;

const NOTHING_STORED = { event: null, image: null, places: [], year: "", page: "/planning", previewLink: null };

export async function loader({ params, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the document may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext)) return NOTHING_STORED;
  const { events, settings, clock } = context.get(servicesContext);
  const event = await events.get(params.eventId);
  if (!event) throw data(null, { status: 404 });
  const { id, picture } = event;
  const [image, list, current, page] = await Promise.all([
    readCurrentPicture(context, { collection: "evenements", id }, picture),
    events.list(),
    settings.get(),
    planningPageOfEvent(context, id),
  ]);
  return {
    event,
    image: image?.url ?? null,
    places: knownPlaces(list),
    // The form proposes this year for an event of the older Firebase site whose month has no year.
    year: String(shownPlanningYear(current, list, momentInZurich(clock.now()))),
    page,
    previewLink: isPublished(event) ? null : await previewLinkOf(context, id),
  };
}

async function previewLinkOf(context: Route.LoaderArgs["context"], id: string): Promise<PreviewLinkProps> {
  const { token, until } = await makePreviewToken(context.get(servicesContext), id);
  return { address: context.get(siteContext).publicUrl + previewUrl(token), until: swissDay(until) };
}

export function action(args: Route.ActionArgs) {
  const services = args.context.get(servicesContext);
  const { isReserved } = args.context.get(siteContext).routes;
  const { eventId: id } = args.params;
  return updateCardAction<EventFields>(args, {
    where: "event update",
    fields: fieldNames(eventSchema()),
    get: () => services.events.get(id),
    update: (fields, version) =>
      changeCard(services, { collection: "evenements", id, fields, version }, actingPerson(args.context)),
    read: (typed, current) => validateEventForm({ ...services, isReserved }, typed, { ...current, id }),
    describe: eventFieldsInFrench,
    next: async (saved) => {
      const page = await planningPageOfEvent(args.context, id);
      return data(saved, { headers: { refresh: `${DELAY_MS / 1000}; url=${page}` } });
    },
  });
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/cards/save-card.ts";

export default function EventModifyPage({ loaderData, actionData }: Route.ComponentProps) {
  const { event, image, places, year, page, previewLink } = loaderData;
  const result: FormResult = actionData ?? {};
  const initial = event ? eventAsTyped(event, year) : (result.typed ?? {});
  const version = event?.version ?? result.typed?.version ?? "";
  const copy = event ? `/evenement/create?copie=${encodeURIComponent(event.id)}` : undefined;
  const { saved } = result;
  const navigate = useNavigate();
  const toast = useMemo(
    () => (saved ? ({ type: "success", text: "L'événement a été mis à jour avec succès" } as const) : null),
    [saved],
  );
  useEffect(() => {
    if (!saved) return;
    const timer = setTimeout(() => navigate(page), DELAY_MS);
    return () => clearTimeout(timer);
  }, [saved, navigate, page]);
  return (
    <main id="contenu">
      <Banner lowOnPhone style="azur" art={art} title="Modifier un événement" />
      <PictureNotice />
      <EventForm
        initial={initial}
        image={image}
        places={places}
        result={result}
        version={version}
        back={page}
        copy={copy}
        links={
          event && (
            <>
              <StrongLink to={slotPlanUrl(event.id)}>Coups de main</StrongLink>
              <StrongLink to={dossierUrl(event.id)}>Dossier</StrongLink>
            </>
          )
        }
      >
        {previewLink && <PreviewLink {...previewLink} />}
      </EventForm>
      <AnnouncedToast toast={toast} />
    </main>
  );
}

type PreviewLinkProps = {
  readonly address: string;
  /** Last day on which the preview link is valid, such as `14.06.2025`. */
  readonly until: string;
};

const PreviewLink = ({ address, until }: PreviewLinkProps) => (
  <section className="new-link" aria-labelledby="apercu-a-partager">
    <h2 id="apercu-a-partager">Aperçu à partager</h2>
    <p>
      Pour le groupe du comité&nbsp;: qui a ce lien voit le brouillon, sans se connecter, jusqu’au {until}. Une fois
      l’événement publié, il mène à sa page.
    </p>
    <CopyableUrl key={address} address={address} title="Aperçu d’un événement de la Jeunesse" />
  </section>
);
