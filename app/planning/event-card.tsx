import type { ReactNode } from "react";
import { Link } from "react-router";
import sansImage from "#app/ui/drawings/evenement-sans-image.svg";
import { eventUrl } from "#app/ui/event-url.ts";
import { EventDates, EventPlace, EventStatusStamp } from "#app/ui/event-when.tsx";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type Image, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { monthInFrench } from "#domain/events/french-dates.ts";
import type { PlannedEvent } from "#domain/events/planned-event.ts";
import { isPublic, publicationInFrench } from "#domain/events/publication.ts";
import { EventBadges } from "./event-badges.tsx";
import { AgendaLink, FilmLink, ShareLink } from "./event-links.tsx";

/** Screens of three pixels to the point get two: nobody sees the difference, and it is half the bytes. */
const SHARP_PHONE = "(max-width: 46rem) and (min-resolution: 2.5dppx) 61vw";

/** What a small poster is wide (years.css, card-buttons.css). */
const ROW = "7.5rem";

/** @param onPhone width in a phone's layout */
const sizes = (onPhone: string) => `(min-width: 120rem) 46rem, (min-width: 46rem) 44vw, ${onPhone}`;

/** What the committee sees of a document that an older site left without a name; visitors do not see it at all. */
const NAMELESS = "Sans nom";

type Props = {
  event: PlannedEvent;
  /** Null: the empty frame. */
  image: Image | null;
  lazy: boolean;
  /** It is over. */
  past: boolean;
  /** The next one of all. */
  next: boolean;
  /** It is one of many: a line beside a small poster. */
  row: boolean;
  /** What stands above it has a heading of its own. */
  heading: "h2" | "h3";
  /** Buttons of somebody who is signed in; phones then show a compact row (card-buttons.css). */
  children?: ReactNode;
};

/** One event of the planning. */
export function EventCard({ event, image, lazy, past, next, row, heading: Heading, children }: Props) {
  const { id, name, month, place, status } = event;
  const announced = isPublic(event);
  const kinds = [past && "evenement--past", next && "evenement--next", !announced && "evenement--draft"];
  if (row) kinds.push("evenement--row");
  return (
    <li
      className={["evenement", ...kinds].filter(Boolean).join(" ")}
      id={id}
      // Whoever has just created it is led here.
      tabIndex={children ? -1 : undefined}
    >
      {next && <p className="evenement__next">Prochain événement</p>}
      <PrintFrame poster={image}>
        {image ? (
          <ResponsiveImage
            image={image}
            sizes={row ? ROW : sizes(children ? ROW : `${SHARP_PHONE}, 92vw`)}
            alt={`Affiche\u00a0: ${name}`}
            lazy={lazy}
            small={row}
            lowPriority
          />
        ) : (
          <img loading={lazy ? "lazy" : undefined} src={sansImage} width="800" height="640" alt="" />
        )}
      </PrintFrame>
      <p className="evenement__date">
        <time dateTime={month}>{monthInFrench(month)}</time>
        {past && <span className="sr-only"> (passé)</span>}
      </p>
      <EventDates event={event} />
      <Heading>
        <Link to={eventUrl(id)}>{name.trim() || NAMELESS}</Link>
      </Heading>
      <EventStatusStamp state={status} />
      {!announced && <p className="evenement__draft">{publicationInFrench(event)}</p>}
      <EventBadges event={event} />
      <div className="evenement__foot row">
        <EventPlace>{place}</EventPlace>
        <FilmLink event={event} />
        {announced && !past && <AgendaLink event={event} />}
        {announced && <ShareLink name={name} url={eventUrl(id)} />}
      </div>
      {children && <div className="evenement__actions">{children}</div>}
    </li>
  );
}
