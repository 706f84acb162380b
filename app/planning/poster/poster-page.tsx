import { Link } from "react-router";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { isPublic, publicationInFrench } from "#domain/events/publication.ts";
import { yearOf } from "#domain/events/years.ts";
import type { Poster } from "./poster.server.ts";
import { PosterDetails } from "./poster-details.tsx";

/** One event alone: what a shared link opens. */
export function PosterPage({ event, image, past, admin }: Omit<Poster, "share" | "data">) {
  const { id } = event;
  const year = yearOf(event);
  return (
    <main id="contenu" className="poster-alone ink-azur">
      <div className="page-frame">
        {admin && !isPublic(event) && (
          <p className="announcement" role="note">
            <b>{publicationInFrench(event)}.</b> Seul le comité voit cette page pour l’instant.
          </p>
        )}
        <PosterDetails event={event} image={image} past={past}>
          <Link className="btn btn--neige" to={`/planning${year === null ? "" : `/${year}`}#${encodeURIComponent(id)}`}>
            {year === null ? "Tout le planning" : `Tout le planning ${year}`}
          </Link>
          {admin && (
            <Link className="btn btn--neige" to={`/evenement/modify/${encodeURIComponent(id)}`}>
              <Pencil />
              Modifier
            </Link>
          )}
        </PosterDetails>
      </div>
    </main>
  );
}
