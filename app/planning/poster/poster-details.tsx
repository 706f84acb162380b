import type { ReactNode } from "react";
import sansImage from "#app/ui/drawings/evenement-sans-image.svg";
import { eventUrl } from "#app/ui/event-url.ts";
import { EventDates, EventPlace, EventStatusStamp } from "#app/ui/event-when.tsx";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type Image, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { monthInFrench } from "#domain/events/french-dates.ts";
import { hasName, type PlannedEvent } from "#domain/events/planned-event.ts";
import { isPublic } from "#domain/events/publication.ts";
import { linkedText } from "#domain/text/linked-text.ts";
import { AgendaLink, FilmLink, ShareLink, TicketsLink } from "../event-links.tsx";
import { PosterFacts } from "./poster-facts.tsx";

type Props = {
  event: PlannedEvent;
  /** Null: the empty frame. */
  image: Image | null;
  past: boolean;
  /** Buttons below everything. */
  children?: ReactNode;
};

/** Everything that an event says: its poster, large and whole, beside what to know. */
export function PosterDetails({ event, image, past, children }: Props) {
  const { id, name, month, place, status } = event;
  const announced = isPublic(event);
  return (
    <article className={past ? "evenement poster poster--past" : "evenement poster"} id={id}>
      <div className="poster__picture">
        <PrintFrame poster={image}>
          {image ? (
            <ResponsiveImage image={image} sizes="(min-width: 60rem) 54vw, 92vw" alt={`Affiche\u00a0: ${name}`} />
          ) : (
            <img src={sansImage} width="800" height="640" alt="" />
          )}
        </PrintFrame>
        <EventStatusStamp state={status} />
      </div>
      <div className="poster__text">
        <p className="evenement__date">
          <time dateTime={month}>{monthInFrench(month)}</time>
          {past && <span className="sr-only"> (passé)</span>}
        </p>
        <EventDates event={event} />
        <h1>{hasName(event) ? name : "Sans nom"}</h1>
        <EventPlace>{place}</EventPlace>
        <TicketsLink event={event} past={past} />
        <Words text={event.details} />
        <PosterFacts event={event} />
        <div className="poster__links">
          <FilmLink event={event} />
          {announced && !past && <AgendaLink event={event} />}
          {announced && <ShareLink name={name} url={eventUrl(id)} />}
        </div>
        {children && <div className="evenement__actions">{children}</div>}
      </div>
    </article>
  );
}

/** What the committee wrote, in paragraphs, its addresses as links. */
function Words({ text }: { text: string }) {
  const paragraphs = linkedText(text);
  if (paragraphs.length === 0) return null;
  return (
    <div className="poster__words">
      {paragraphs.map((lines, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text that was read is never put in another order
        <p key={i}>
          {lines.map((pieces, j) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same
            <Line key={j} pieces={pieces} first={j === 0} />
          ))}
        </p>
      ))}
    </div>
  );
}

const Line = ({ pieces, first }: { pieces: ReturnType<typeof linkedText>[number][number]; first: boolean }) => (
  <>
    {!first && <br />}
    {pieces.map(({ text, link }, i) =>
      link === null ? (
        text
      ) : (
        // biome-ignore lint/suspicious/noArrayIndexKey: the same
        <a key={i} href={link} rel="noopener">
          {text}
        </a>
      ),
    )}
  </>
);
