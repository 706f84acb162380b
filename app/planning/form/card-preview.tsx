import { EvenementDates, EvenementState } from "#app/chrome/evenement-when.tsx";
import { Lieu } from "#app/chrome/place.tsx";
import { monthInFrench } from "#domain/planning/french-dates.ts";
import { DRAFT, publicationInFrench, publicationOf, refusalsOfPublication } from "#domain/planning/publication.ts";
import { EvenementMarks } from "../evenement-marks.tsx";
import { PosterPreview } from "../poster-preview.tsx";
import { type EvenementValues, eventOf } from "./evenement-values.ts";

/** The card as the planning will show it. */
export function CardPreview({ values, image }: { values: EvenementValues; image: string }) {
  const event = eventOf(values);
  return (
    <div className="evenement">
      <PosterPreview src={image} />
      <p className="evenement__date">{monthInFrench(event.month)}</p>
      <EvenementDates evenement={event} />
      <h3>{event.name || "Nom de l’événement"}</h3>
      <EvenementState state={event.status} />
      <DraftMark {...values} />
      <EvenementMarks evenement={event} />
      <Lieu>{event.place || "Lieu"}</Lieu>
    </div>
  );
}

/** What is to be announced later, and nobody has said when, is a draft. */
function DraftMark({ publication, publishDay, publishTime }: EvenementValues) {
  if (publication === "now") return null;
  const later = { publication: "later", publishDay, publishTime } as const;
  const isSaid = publication === "later" && Object.keys(refusalsOfPublication(later)).length === 0;
  return (
    <p className="evenement__draft">{publicationInFrench({ publication: isSaid ? publicationOf(later) : DRAFT })}</p>
  );
}
