import { Link } from "react-router";
import sansImage from "#app/images/evenement-sans-image.svg";
import { moisEnFrancais } from "#domain/dates.ts";
import type { Evenement } from "#domain/evenement.ts";
import { type Image, ImageAdaptee, isUpright } from "./image.tsx";
import { Lieu } from "./lieu.tsx";
import { JoursEvenement } from "./moment-evenement.tsx";
import { Tirage } from "./tirage.tsx";

type Props = {
  evenement: Evenement;
  /** Null: the empty frame. */
  image: Image | null;
};

/** The next event, announced on the home page: its poster beside what to write down. */
export function ProchainEvenement({ evenement, image }: Props) {
  const { id, Nom, Date: mois, Lieu: lieu } = evenement;
  return (
    <section className="cadre-page prochain" aria-labelledby="prochain-titre">
      <Tirage whole={isUpright(image)}>
        {image ? (
          <ImageAdaptee lazy image={image} sizes="(min-width: 46rem) 30rem, 92vw" alt={`Affiche\u00a0: ${Nom}`} />
        ) : (
          <img loading="lazy" src={sansImage} width="800" height="640" alt="" />
        )}
      </Tirage>
      <div className="prochain__texte">
        <h2 id="prochain-titre">Prochain rendez-vous</h2>
        <p className="affiche-texte prochain__nom">{Nom}</p>
        <p className="evenement__date">
          <time dateTime={mois}>{moisEnFrancais(mois)}</time>
        </p>
        <JoursEvenement evenement={evenement} />
        <Lieu>{lieu}</Lieu>
        <Link className="btn btn--azur" to={`/planning#${encodeURIComponent(id)}`}>
          Voir au planning
        </Link>
      </div>
    </section>
  );
}
