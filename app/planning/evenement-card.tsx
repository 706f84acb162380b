import type { ReactNode } from "react";
import { Link } from "react-router";
import sansImage from "#app/chrome/drawings/evenement-sans-image.svg";
import { evenementUrl } from "#app/chrome/evenement-url.ts";
import { EvenementDates, EvenementState } from "#app/chrome/evenement-when.tsx";
import { PrintFrame } from "#app/chrome/pictures/print-frame.tsx";
import { type Image, isUpright, ResponsiveImage } from "#app/chrome/pictures/responsive-image.tsx";
import { Lieu } from "#app/chrome/place.tsx";
import { monthInFrench } from "#domain/dates.ts";
import { afterMovieAddress, type Evenement } from "#domain/evenement.ts";

/** Screens of three pixels to the point get two: nobody sees the difference, and it is half the bytes. */
const SHARP_PHONE = "(max-width: 46rem) and (min-resolution: 2.5dppx) 61vw";

/** @param onPhone width in a phone's layout */
const sizes = (onPhone: string) => `(min-width: 120rem) 46rem, (min-width: 46rem) 44vw, ${onPhone}`;

const PlayIcon = () => (
  <svg viewBox="0 0 32 32" aria-hidden="true">
    <path d="M16 2c8 0 14 6 14 14s-6 14-14 14S2 24 2 16 8 2 16 2Z" fill="#f3b233" stroke="#17182b" strokeWidth="3" />
    <path d="M12.5 9.5 23 16l-10.5 6.5Z" fill="#17182b" />
  </svg>
);

const CalendarIcon = () => (
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
  past: boolean;
  /** Alone on its own page, whose title is its name; otherwise an item of the planning. */
  only?: boolean;
  /** Buttons of somebody who is signed in; phones then show a compact row (card-buttons.css). */
  children?: ReactNode;
};

/** One event. */
export function EvenementCard({ evenement, image, lazy, past, only, children }: Props) {
  const { id, Nom, Date: month, Lieu: place, State } = evenement;
  const film = afterMovieAddress(evenement);
  const Frame = only ? "article" : "li";
  const Heading = only ? "h1" : "h2";
  return (
    <Frame
      className={past ? "evenement evenement--past" : "evenement"}
      id={id}
      // Whoever has just created it is led here.
      tabIndex={children ? -1 : undefined}
    >
      <PrintFrame whole={isUpright(image)}>
        {image ? (
          <ResponsiveImage
            image={image}
            sizes={only ? "(min-width: 60rem) 54vw, 92vw" : sizes(children ? "7.5rem" : `${SHARP_PHONE}, 92vw`)}
            alt={`Affiche\u00a0: ${Nom}`}
            lazy={lazy}
            after={!only}
          />
        ) : (
          <img loading={lazy ? "lazy" : undefined} src={sansImage} width="800" height="640" alt="" />
        )}
      </PrintFrame>
      <p className="evenement__date">
        <time dateTime={month}>{monthInFrench(month)}</time>
        {past && <span className="sr-only"> (passé)</span>}
      </p>
      <EvenementDates evenement={evenement} />
      <Heading>{Nom.trim() || NAMELESS}</Heading>
      <EvenementState state={State} />
      <div className="evenement__foot">
        <Lieu>{place}</Lieu>
        {film && (
          <a className="strong-link" href={film} target="_blank" rel="noopener" title="S’ouvre dans un nouvel onglet">
            <PlayIcon />
            {"Vers l'after movie"}
          </a>
        )}
        {State !== "annule" && !past && (
          <a className="strong-link agenda" href={`/planning/${encodeURIComponent(id)}.ics`}>
            <CalendarIcon />
            Ajouter à mon agenda<span className="sr-only">&nbsp;: {Nom}</span>
          </a>
        )}
        <Link className="share" to={evenementUrl(id)} data-share={Nom}>
          <Fleche />
          Partager<span className="sr-only"> {Nom}</span>
        </Link>
        <p className="share-said" role="status" data-share-said />
      </div>
      {children && <div className="evenement__actions">{children}</div>}
    </Frame>
  );
}
