import type { ReactNode } from "react";
import { Link } from "react-router";
import { EventDates, EventMonth, EventNotice, EventPlace } from "#app/ui/event-parts.tsx";
import { EventPoster, isUprightPoster } from "#app/ui/event-poster.tsx";
import { eventUrl } from "#app/ui/event-url.ts";
import type { DisplayedPicture } from "#app/ui/pictures/responsive-image.tsx";
import { ShareMessageLink } from "#app/ui/share/share-link.tsx";
import { hasEventName, type PlannedEvent } from "#domain/events/planned-event.ts";
import { isPostponedWithoutDate } from "#domain/events/postponement.ts";
import { isPublished, publicationInFrench } from "#domain/events/publication.ts";
import type { SharedMessage } from "#domain/sharing/shared-message.ts";
import { EventBadges } from "./event-badges.tsx";
import { AfterMovieLink, CalendarEntryLink } from "./event-links.tsx";

/**
 * `large`: one card per line on a phone. `pairs`: two cards per line on a phone. `rows`: on a desktop also rows with
 * thumbnails.
 */
export type CardDensity = "large" | "pairs" | "rows";

const ROW_WIDTH = "7.5rem";

/** @returns the `sizes` of a visitor's card */
function imageSizes(image: DisplayedPicture | null, alone: boolean): string {
  const upright = isUprightPoster(image);
  // years.css limits the height of an upright poster, on common screens to about the width of a column.
  const desktop = image && upright ? Math.ceil((44 * image.width) / image.height) : 44;
  const phone = alone ? (upright ? 56 : 92) : 43;
  // Phones with a pixel ratio of 3 load pictures for a ratio of 2: half the bytes, without a visible difference.
  const sharpPhone = `(max-width: 46rem) and (min-resolution: 2.5dppx) ${Math.ceil((phone * 2) / 3)}vw`;
  return `(min-width: 46rem) ${desktop}vw, ${sharpPhone}, ${phone}vw`;
}

/** Events of the older Firebase site may have no name. */
const UNNAMED = "Sans nom";

type Props = {
  event: PlannedEvent;
  image: DisplayedPicture | null;
  lazy: boolean;
  past: boolean;
  /** True for the next event of the whole planning, whatever year the page shows. */
  next: boolean;
  density: CardDensity;
  heading: "h2" | "h3";
  /** For the committee's group chat. */
  message?: SharedMessage | null;
  /** The card keeps its place, without links. */
  deleted?: boolean;
  children?: ReactNode;
};

export function EventCard(props: Props) {
  const { event, image, lazy, past, next, density, heading: Heading, message, deleted, children } = props;
  const { id, name } = event;
  const announced = isPublished(event) && !deleted;
  const shared = message ?? (hasEventName(event) ? { title: name, url: eventUrl(id) } : null);
  const row = density === "rows" && !next;
  const classes = [
    "evenement",
    past && "evenement--past",
    next && "evenement--next",
    isUprightPoster(image) && "evenement--upright",
    isPostponedWithoutDate(event) && "evenement--undated",
    !announced && "evenement--draft",
    row && "evenement--row",
  ];
  return (
    <li
      className={classes.filter(Boolean).join(" ")}
      id={id}
      // The browser focuses a card whose id is the URL's fragment.
      tabIndex={children ? -1 : undefined}
    >
      {next && <p className="evenement__next">Prochain événement</p>}
      <EventPoster
        event={event}
        image={image}
        sizes={row ? ROW_WIDTH : imageSizes(image, next || density === "large")}
        lazy={lazy}
        small={row}
        lowPriority
      />
      <EventMonth event={event} past={past} />
      <EventDates event={event} />
      <Heading>{deleted ? name.trim() || UNNAMED : <Link to={eventUrl(id)}>{name.trim() || UNNAMED}</Link>}</Heading>
      <EventNotice event={event} />
      {!announced && !deleted && <p className="evenement__draft">{publicationInFrench(event)}</p>}
      <EventBadges event={event} />
      <div className="evenement__foot row">
        <EventPlace event={event} />
        <AfterMovieLink event={event} />
        {announced && !past && <CalendarEntryLink event={event} />}
        {announced && shared && <ShareMessageLink shared={shared} />}
        {children}
      </div>
    </li>
  );
}
