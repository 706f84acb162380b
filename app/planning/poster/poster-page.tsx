import { Link } from "react-router";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { dossierUrl, slotPlanUrl } from "#app/ui/event-url.ts";
import { isPublished, publicationInFrench } from "#domain/events/publication.ts";
import { yearOfEvent } from "#domain/events/years.ts";
import { hasSlotSection, SlotSection } from "../slots/slot-section.tsx";
import { PosterDetails } from "./poster-details.tsx";
import type { EventPosterPageView } from "./read-poster.server.ts";

export function PosterPage({
  event,
  image,
  past,
  admin,
  path,
  message,
  offer,
}: Omit<EventPosterPageView, "share" | "data">) {
  const { id } = event;
  const year = yearOfEvent(event);
  return (
    <main id="contenu" className="poster-alone ink-azur">
      <div className="page-frame">
        {admin && !isPublished(event) && (
          <p className="notice" role="note">
            <b>{publicationInFrench(event)}.</b> Seul le comité voit cette page pour l’instant&nbsp;: elle s’envoie dans
            le groupe une fois publiée.
          </p>
        )}
        <PosterDetails event={event} image={image} past={past} path={path} message={message} offer={offer}>
          <Link className="btn btn--neige" to={`/planning${year === null ? "" : `/${year}`}#${encodeURIComponent(id)}`}>
            {year === null ? "Tout le planning" : `Tout le planning ${year}`}
          </Link>
          {admin && (
            <Link className="btn btn--neige" to={`/evenement/modify/${encodeURIComponent(id)}`}>
              <Pencil />
              Modifier
            </Link>
          )}
          {admin && (
            <Link className="btn btn--neige" to={slotPlanUrl(id)}>
              Coups de main
            </Link>
          )}
          {admin && (
            <Link className="btn btn--neige" to={dossierUrl(id)}>
              Dossier
            </Link>
          )}
        </PosterDetails>
        {offer && hasSlotSection(offer) && <SlotSection event={event} offer={offer} />}
      </div>
    </main>
  );
}
