import type { ReactNode } from "react";
import { LinkedContactText } from "#app/ui/contact-text.tsx";
import { EventDates, EventMonth, EventNotice, EventPlace } from "#app/ui/event-parts.tsx";
import { EventPoster, isUprightPoster } from "#app/ui/event-poster.tsx";
import { eventUrl } from "#app/ui/event-url.ts";
import type { DisplayedPicture } from "#app/ui/pictures/responsive-image.tsx";
import { ShareMessageLink } from "#app/ui/share/share-link.tsx";
import { eventFacts } from "#domain/events/event-fields.ts";
import { hasEventName, type PlannedEvent } from "#domain/events/planned-event.ts";
import { isPublished } from "#domain/events/publication.ts";
import type { SharedMessage } from "#domain/sharing/shared-message.ts";
import type { VisitorSlotOffer } from "#domain/slots/slot-offer.ts";
import { splitIntoLinkedText } from "#domain/text/linked-text.ts";
import { AfterMovieLink, CalendarEntryLink, TicketsLink } from "../event-links.tsx";
import { SLOT_SECTION_ID } from "../slots/slots-url.ts";

type Props = {
  event: PlannedEvent;
  image: DisplayedPicture | null;
  past: boolean;
  /** Path that « Partager » shares. Default: the event's page. */
  path?: string;
  /** For the committee's group chat. It replaces « Partager ». */
  message?: SharedMessage | null;
  /** If people are missing, a link leads to the section of the page. */
  offer?: VisitorSlotOffer | null;
  children?: ReactNode;
};

/**
 * Length in characters above which the name of an event has a smaller font, so that a phone's first screen shows the
 * tickets too.
 */
const LONG_NAME = 60;

export function PosterDetails({ event, image, past, path = eventUrl(event.id), message, offer, children }: Props) {
  const { id, name } = event;
  const announced = isPublished(event);
  return (
    <article className={past ? "evenement poster poster--past" : "evenement poster"} id={id}>
      <div className="poster__text">
        <EventMonth event={event} past={past} />
        <EventDates event={event} />
        <h1 className={name.length > LONG_NAME ? "poster__long-name" : undefined}>
          {hasEventName(event) ? name : "Sans nom"}
        </h1>
        <EventNotice event={event} />
        <EventPlace event={event} />
        <TicketsLink event={event} past={past} />
        <PosterFacts event={event} />
        {offer?.is === "open" && (
          <a className="btn btn--small" href={`#${SLOT_SECTION_ID}`}>
            Donner un coup de main
          </a>
        )}
        {message && <ShareMessageLink shared={message} className="btn btn--small btn--neige" hasField />}
      </div>
      <div className="poster__picture">
        <EventPoster event={event} image={image} sizes={pictureSizes(image)} />
      </div>
      <div className="poster__more">
        <Description text={event.details} />
        <div className="poster__links">
          <AfterMovieLink event={event} />
          {announced && !past && <CalendarEntryLink event={event} />}
          {announced && hasEventName(event) && !message && <ShareMessageLink shared={{ title: name, url: path }} />}
        </div>
        {children && <div className="evenement__actions">{children}</div>}
      </div>
    </article>
  );
}

/** poster.css limits the height of an upright poster: on common screens, its width is about 36 % of the window. */
const pictureSizes = (image: DisplayedPicture | null): string =>
  `(min-width: 60rem) ${isUprightPoster(image) ? 38 : 50}vw, 92vw`;

function Description({ text }: { text: string }) {
  const paragraphs = splitIntoLinkedText(text);
  if (paragraphs.length === 0) return null;
  return (
    <div className="poster__words">
      {paragraphs.map((lines, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <p key={i}>
          {lines.map((pieces, j) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
            <Line key={j} pieces={pieces} first={j === 0} />
          ))}
        </p>
      ))}
    </div>
  );
}

const Line = ({
  pieces,
  first,
}: {
  pieces: ReturnType<typeof splitIntoLinkedText>[number][number];
  first: boolean;
}) => (
  <>
    {!first && <br />}
    {pieces.map(({ text, link }, i) =>
      link === null ? (
        text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the text does not change
        <a key={i} href={link} rel="noopener">
          {text}
        </a>
      ),
    )}
  </>
);

function PosterFacts({ event }: { event: PlannedEvent }) {
  const facts = eventFacts(event);
  if (facts.length === 0) return null;
  return (
    <dl className="poster__facts">
      {facts.map(({ name, label, text }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>{name === "contact" ? <LinkedContactText text={text} /> : text}</dd>
        </div>
      ))}
    </dl>
  );
}
