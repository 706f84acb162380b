import { Link } from "react-router";
import Arrow from "#app/home/drawings/sign-arrow.svg?drawing";
import noImage from "#app/ui/drawings/evenement-sans-image.svg";
import { eventUrl } from "#app/ui/event-url.ts";
import { EventDates, EventMonth, EventNotice, EventPlace } from "#app/ui/event-when.tsx";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type Image, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import type { PlannedEvent } from "#domain/events/planned-event.ts";

type Props = {
  event: PlannedEvent;
  /** Poster; when null, the frame shows a placeholder drawing. */
  image: Image | null;
};

/** Strip at the foot of the first screen. `when`: the event's short date. */
export const NextEventStrip = ({ event, when }: Pick<Props, "event"> & { when: string }) => (
  <div className="next-strip">
    <Link to={eventUrl(event.id)}>
      <span className="sr-only">Prochain rendez-vous&nbsp;: </span>
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
      <PrintFrame poster={image}>
        {image ? (
          <ResponsiveImage lazy image={image} sizes="(min-width: 46rem) 30rem, 92vw" alt={`Affiche\u00a0: ${name}`} />
        ) : (
          <img loading="lazy" src={noImage} width="800" height="640" alt="" />
        )}
      </PrintFrame>
      <div className="next-evenement__text">
        <h2 id="prochain-titre">Prochain rendez-vous</h2>
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
