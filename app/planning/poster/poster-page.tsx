import { Link } from "react-router";
import { PLANNING_SHARE_PICTURE, pageMeta } from "#app/layout/head/page-meta.ts";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { slotPlanUrl } from "#app/ui/event-url.ts";
import { swissDay } from "#domain/dates.ts";
import { exactEventDays } from "#domain/events/days.ts";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { type PlannedEvent, statusInFrench } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate, isRescheduled, WITHOUT_DATE_SENTENCE } from "#domain/events/postponement.ts";
import { isPublished, publicationInFrench } from "#domain/events/publication.ts";
import { yearOfEvent } from "#domain/events/years.ts";
import { hasSlotSection, SlotSection } from "../slots/slot-section.tsx";
import { PosterDetails } from "./poster-details.tsx";
import type { EventPosterPageView } from "./read-poster.server.ts";

export const posterMeta = ({ event, share, path, data }: EventPosterPageView) =>
  pageMeta({
    title: event.name,
    description: eventSummary(event),
    path,
    image: share ? { path: share, type: "image/jpeg", alt: `Affiche\u00a0: ${event.name}` } : PLANNING_SHARE_PICTURE,
    data,
  });

function eventSummary(event: PlannedEvent): string {
  const { name, month, place, status } = event;
  const { firstDay, lastDay } = exactEventDays(event);
  const days = lastDay ? `du ${swissDay(firstDay)} au ${swissDay(lastDay)}` : `le ${swissDay(firstDay)}`;
  const when = firstDay ? days : monthInFrench(month).toLocaleLowerCase("fr-CH");
  const state = isRescheduled(event)
    ? "Nouvelle date"
    : isPostponedWithoutDate(event)
      ? WITHOUT_DATE_SENTENCE
      : statusInFrench(status);
  const parts = [name, isPostponedWithoutDate(event) ? "" : when, place].filter(Boolean).join(", ");
  return `${state && `${state}\u00a0: `}${parts}. Un événement de la Jeunesse de Savièse.`;
}

export function PosterPage({
  event,
  image,
  past,
  admin,
  path,
  message,
  offer,
}: Omit<EventPosterPageView, "share" | "data">) {
  const { id } = event;
  const year = yearOfEvent(event);
  return (
    <main id="contenu" className="poster-alone ink-azur">
      <div className="page-frame">
        {admin && !isPublished(event) && (
          <p className="notice" role="note">
            <b>{publicationInFrench(event)}.</b> Seul le comité voit cette page pour l’instant&nbsp;: elle s’envoie dans
            le groupe une fois publiée.
          </p>
        )}
        <PosterDetails event={event} image={image} past={past} path={path} message={message} offer={offer}>
          <Link className="btn btn--neige" to={`/planning${year === null ? "" : `/${year}`}#${encodeURIComponent(id)}`}>
            {year === null ? "Tout le planning" : `Tout le planning ${year}`}
          </Link>
          {admin && (
            <Link className="btn btn--neige" to={`/evenement/modify/${encodeURIComponent(id)}`}>
              <Pencil />
              Modifier
            </Link>
          )}
          {admin && (
            <Link className="btn btn--neige" to={slotPlanUrl(id)}>
              Coups de main
            </Link>
          )}
        </PosterDetails>
        {offer && hasSlotSection(offer) && <SlotSection event={event} offer={offer} />}
      </div>
    </main>
  );
}
