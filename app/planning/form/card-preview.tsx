import { EvenementDates, EvenementState } from "#app/chrome/evenement-when.tsx";
import { Lieu } from "#app/chrome/place.tsx";
import type { State } from "#domain/evenement.ts";
import { monthInFrench } from "#domain/planning/french-dates.ts";
import { DRAFT, publicationInFrench, publicationOf, refusalsOfPublication } from "#domain/planning/publication.ts";
import { EvenementMarks } from "../evenement-marks.tsx";
import { PosterPreview } from "../poster-preview.tsx";
import { daysOf, type EvenementValues } from "./evenement-values.ts";

/** The card as the planning will show it. */
export const CardPreview = ({ values, image }: { values: EvenementValues; image: string }) => (
  <div className="evenement">
    <PosterPreview src={image} />
    <p className="evenement__date">{monthInFrench(daysOf(values).Date)}</p>
    <EvenementDates evenement={daysOf(values)} />
    <h3>{values.Nom || "Nom de l’événement"}</h3>
    <EvenementState state={values.State as State} />
    <DraftMark {...values} />
    <EvenementMarks evenement={values} />
    <Lieu>{values.Lieu || "Lieu"}</Lieu>
  </div>
);

/** What is to be announced later, and nobody has said when, is a draft. */
function DraftMark({ publication, publishDay, publishTime }: EvenementValues) {
  if (publication === "now") return null;
  const later = { publication: "later", publishDay, publishTime } as const;
  const isSaid = publication === "later" && Object.keys(refusalsOfPublication(later)).length === 0;
  return (
    <p className="evenement__draft">{publicationInFrench({ Publication: isSaid ? publicationOf(later) : DRAFT })}</p>
  );
}
