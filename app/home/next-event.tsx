import { Link } from "react-router";
import Arrow from "#app/home/drawings/sign-arrow.svg?drawing";
import { EventDates, EventMonth, EventNotice, EventPlace } from "#app/ui/event-parts.tsx";
import { EventPoster, isUprightPoster } from "#app/ui/event-poster.tsx";
import { eventUrl } from "#app/ui/event-url.ts";
import type { DisplayedPicture } from "#app/ui/pictures/responsive-image.tsx";
import type { PlannedEvent } from "#domain/events/planned-event.ts";

type Props = {
  event: PlannedEvent;
  image: DisplayedPicture | null;
};

export const NextEventStrip = ({ event, when }: Pick<Props, "event"> & { when: string }) => (
  <div className="next-strip">
    <Link to={eventUrl(event.id)}>
      <span className="sr-only">Prochain événement&nbsp;: </span>
      <span>
        <b>{when}</b> · {event.name} · <span className="next-strip__place">{event.place}</span>
      </span>
      <Arrow />
    </Link>
    <Link to="/planning">Tout le planning</Link>
  </div>
);

export function NextEvent({ event, image }: Props) {
  const { id, name } = event;
  return (
    <section className="page-frame next-evenement" aria-labelledby="prochain-titre">
      <EventPoster
        event={event}
        lazy
        image={image}
        sizes={`(min-width: 46rem) ${isUprightPoster(image) ? 28 : 30}rem, 92vw`}
      />
      <div className="next-evenement__text">
        <h2 id="prochain-titre">Prochain événement</h2>
        <p className="display-text next-evenement__name">{name}</p>
        <EventNotice event={event} />
        <EventMonth event={event} />
        <EventDates event={event} />
        <EventPlace event={event} />
        <Link className="btn btn--azur" to={eventUrl(id)}>
          Voir l’événement
        </Link>
      </div>
    </section>
  );
}
