import type { ReactNode } from "react";
import { Link } from "react-router";
import sansImage from "#app/images/evenement-sans-image.svg";
import { lienEvenement } from "#app/lien-evenement.ts";
import { moisEnFrancais } from "#domain/dates.ts";
import { afterMovieAddress, type Evenement } from "#domain/evenement.ts";
import { type Image, ImageAdaptee, isUpright } from "./image.tsx";
import { Lieu } from "./lieu.tsx";
import { EtatEvenement, JoursEvenement } from "./moment-evenement.tsx";
import { Tirage } from "./tirage.tsx";

/** Screens of three pixels to the point get two: nobody sees the difference, and it is half the bytes. */
const TELEPHONE_FIN = "(max-width: 46rem) and (min-resolution: 2.5dppx) 61vw";

/** @param auTelephone width in a phone's layout */
const sizes = (auTelephone: string) => `(min-width: 120rem) 46rem, (min-width: 46rem) 44vw, ${auTelephone}`;

const Lecture = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 2c8 0 14 6 14 14s-6 14-14 14S2 24 2 16 8 2 16 2Z" fill="#f3b233" stroke="#17182b" strokeWidth="3" />
    <path d="M12.5 9.5 23 16l-10.5 6.5Z" fill="#17182b" />
  </svg>
);

const Agenda = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M4 7h24v21H4Z" fill="#fffbf1" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
    <path d="M4 7h24v6H4Z" fill="#a9d3e0" stroke="#17182b" strokeWidth="3" strokeLinejoin="round" />
    <path d="M10.5 3v6M21.5 3v6M16 16v8M12 20h8" fill="none" stroke="#17182b" strokeWidth="3" strokeLinecap="round" />
  </svg>
);

/** Something that leaves its box: sharing. */
const Fleche = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path
      d="M9 13H5v15h22V13h-4M16 20V4M10 9.5 16 3.5l6 6"
      fill="none"
      stroke="#17182b"
      strokeWidth="3"
      strokeLinejoin="round"
      strokeLinecap="round"
    />
  </svg>
);

/** What the committee sees of a document that an older site left without a name; visitors do not see it at all. */
const NAMELESS = "Sans nom";

type Props = {
  evenement: Evenement;
  /** Null: the empty frame. */
  image: Image | null;
  lazy: boolean;
  /** It is over. */
  passe: boolean;
  /** Alone on its own page, whose title is its name; otherwise an item of the planning. */
  seule?: boolean;
  /** Buttons of somebody who is signed in; phones then show a compact row (cartes-comite.css). */
  children?: ReactNode;
};

/** One event. */
export function CarteEvenement({ evenement, image, lazy, passe, seule, children }: Props) {
  const { id, Nom, Date: mois, Lieu: lieu, Etat } = evenement;
  const film = afterMovieAddress(evenement);
  const Cadre = seule ? "article" : "li";
  const Titre = seule ? "h1" : "h2";
  return (
    <Cadre
      className={passe ? "evenement evenement--passe" : "evenement"}
      id={id}
      // Whoever has just created it is led here.
      tabIndex={children ? -1 : undefined}
    >
      <Tirage whole={isUpright(image)}>
        {image ? (
          <ImageAdaptee
            image={image}
            sizes={seule ? "(min-width: 60rem) 54vw, 92vw" : sizes(children ? "7.5rem" : `${TELEPHONE_FIN}, 92vw`)}
            alt={`Affiche\u00a0: ${Nom}`}
            lazy={lazy}
            apres={!seule}
          />
        ) : (
          <img loading={lazy ? "lazy" : undefined} src={sansImage} width="800" height="640" alt="" />
        )}
      </Tirage>
      <p className="evenement__date">
        <time dateTime={mois}>{moisEnFrancais(mois)}</time>
        {passe && <span className="vh"> (passé)</span>}
      </p>
      <JoursEvenement evenement={evenement} />
      <Titre>{Nom.trim() || NAMELESS}</Titre>
      <EtatEvenement etat={Etat} />
      <div className="evenement__pied">
        <Lieu>{lieu}</Lieu>
        {film && (
          <a className="lien-fort" href={film} target="_blank" rel="noopener" title="S’ouvre dans un nouvel onglet">
            <Lecture />
            {"Vers l'after movie"}
          </a>
        )}
        {Etat !== "annule" && !passe && (
          <a className="lien-fort agenda" href={`/planning/${encodeURIComponent(id)}.ics`}>
            <Agenda />
            Ajouter à mon agenda<span className="vh">&nbsp;: {Nom}</span>
          </a>
        )}
        <Link className="partager" to={lienEvenement(id)} data-partage={Nom}>
          <Fleche />
          Partager<span className="vh"> {Nom}</span>
        </Link>
        <p className="partage-dit" role="status" data-partage-dit />
      </div>
      {children && <div className="evenement__actions">{children}</div>}
    </Cadre>
  );
}
