import type { ReactNode } from "react";
import noImage from "#app/ui/drawings/evenement-sans-image.svg";
import { eventUrl } from "#app/ui/event-url.ts";
import { EventDates, EventMonth, EventNotice, EventPlace, EventStatusStamp } from "#app/ui/event-when.tsx";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { type Image, ResponsiveImage } from "#app/ui/pictures/responsive-image.tsx";
import { hasName, type PlannedEvent } from "#domain/events/planned-event.ts";
import { isPublic } from "#domain/events/publication.ts";
import { linkedText } from "#domain/text/linked-text.ts";
import { AgendaLink, FilmLink, ShareLink, TicketsLink } from "../event-links.tsx";
import { PosterFacts } from "./poster-facts.tsx";

type Props = {
  event: PlannedEvent;
  /** Poster; when null, the frame shows a placeholder drawing. */
  image: Image | null;
  past: boolean;
  /** Address to share. */
  path?: string;
  /** Buttons below the details. */
  children?: ReactNode;
};

export function PosterDetails({ event, image, past, path = eventUrl(event.id), children }: Props) {
  const { id, name, status } = event;
  const announced = isPublic(event);
  return (
    <article className={past ? "evenement poster poster--past" : "evenement poster"} id={id}>
      <div className="poster__picture">
        <PrintFrame poster={image}>
          {image ? (
            <ResponsiveImage image={image} sizes="(min-width: 60rem) 54vw, 92vw" alt={`Affiche\u00a0: ${name}`} />
          ) : (
            <img src={noImage} width="800" height="640" alt="" />
          )}
          <EventStatusStamp state={status} />
        </PrintFrame>
      </div>
      <div className="poster__text">
        <EventMonth event={event} past={past} />
        <EventDates event={event} />
        <h1>{hasName(event) ? name : "Sans nom"}</h1>
        <EventNotice event={event} />
        <EventPlace event={event} />
        <TicketsLink event={event} past={past} />
        <Description text={event.details} />
        <PosterFacts event={event} />
        <div className="poster__links">
          <FilmLink event={event} />
          {announced && !past && <AgendaLink event={event} />}
          {announced && <ShareLink name={name} url={path} />}
        </div>
        {children && <div className="evenement__actions">{children}</div>}
      </div>
    </article>
  );
}

/** The description in paragraphs; URLs become links. */
function Description({ text }: { text: string }) {
  const paragraphs = linkedText(text);
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

const Line = ({ pieces, first }: { pieces: ReturnType<typeof linkedText>[number][number]; first: boolean }) => (
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
