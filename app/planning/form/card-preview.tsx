import { type ReactNode, useState } from "react";
import { EventDates, EventMonth, EventNotice, EventPlace, EventStatusStamp } from "#app/ui/event-when.tsx";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { previousDatesAfter } from "#domain/events/postponement.ts";
import {
  DRAFT_PUBLICATION,
  publicationInFrench,
  publicationOf,
  refusalsOfPublication,
} from "#domain/events/publication.ts";
import type { TypedValues } from "#domain/fields.ts";
import { EventBadges } from "../event-badges.tsx";
import { type EventValues, eventOf, eventValues } from "./event-values.ts";

type Props = {
  values: EventValues;
  /** Values of the stored event. */
  stored: TypedValues;
  image: string;
};

export function CardPreview({ values, stored, image }: Props) {
  const before = { ...eventOf(eventValues(stored)), previousDates: stored.PreviousDates ?? "" };
  const typed = eventOf(values);
  const event = { ...typed, place: typed.place || "Lieu", previousDates: previousDatesAfter(before, typed) };
  return (
    <div className="evenement">
      <PosterPreview src={image}>
        <EventStatusStamp state={event.status} />
      </PosterPreview>
      <EventMonth event={event} />
      <EventDates event={event} />
      <h3>{event.name || "Nom de l’événement"}</h3>
      <EventNotice event={event} />
      <DraftMark {...values} />
      <EventBadges event={event} />
      <EventPlace event={event} />
    </div>
  );
}

/** Badge of a draft or scheduled event. With an incomplete or invalid publication date, the event counts as a draft. */
function DraftMark({ publication, publishDay, publishTime }: EventValues) {
  if (publication === "now") return null;
  const scheduled = { publication: "later", publishDay, publishTime } as const;
  const isValid = publication === "later" && Object.keys(refusalsOfPublication(scheduled)).length === 0;
  return (
    <p className="evenement__draft">
      {publicationInFrench({ publication: isValid ? publicationOf(scheduled) : DRAFT_PUBLICATION })}
    </p>
  );
}

/** The frame depends on the image's proportions, which are unknown until it has loaded. */
function PosterPreview({ src, children }: { src: string; children: ReactNode }) {
  const [poster, setPoster] = useState<{ width: number; height: number } | null>(null);
  const measure = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => setPoster({ width, height });
  return (
    <PrintFrame poster={poster}>
      <img
        // An image that loaded before hydration fires no `load` event.
        ref={(image) => {
          if (image?.complete && image.naturalWidth > 0 && !poster) measure(image);
        }}
        onLoad={({ currentTarget }) => measure(currentTarget)}
        src={src}
        width="800"
        height="640"
        alt=""
      />
      {children}
    </PrintFrame>
  );
}
