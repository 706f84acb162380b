import type { ReactNode } from "react";
import sansPhoto from "#app/images/membre-sans-photo.svg";
import { fullName, type Membre, rangDuPoste } from "#domain/membre.ts";
import { type Image, ImageAdaptee } from "./image.tsx";
import { Tirage } from "./tirage.tsx";

export type Format = "tete" | "grand" | "petit";

/** Widths on a desktop, a tablet and a phone. */
const LARGEURS = {
  tete: ["33vw", "45vw", "92vw"],
  grand: ["30vw", "30vw", "45vw"],
  petit: ["22vw", "30vw", "45vw"],
} as const satisfies Record<Format, readonly string[]>;

function sizes(format: Format, compact: boolean) {
  const [bureau, tablette, telephone] = LARGEURS[format];
  return `(min-width: 60rem) ${bureau}, (min-width: 34rem) ${tablette}, ${compact ? "7rem" : telephone}`;
}

/**
 * How large each portrait hangs: co-presidents as heads of the page, then rows of three and rows of four
 * in the mix that leaves no gap. Up to three people are one row of three; five are three and two.
 * @param membres in the order of the page
 */
export function formats(membres: readonly { Poste: string }[]): Format[] {
  const tetes = membres.filter(({ Poste }) => rangDuPoste(Poste) === 1).length;
  const reste = membres.length - tetes;
  const grands = reste < 4 || reste === 5 ? reste : 3 * ((4 - (reste % 4)) % 4);
  return membres.map((_, i) => (i < tetes ? "tete" : i < tetes + grands ? "grand" : "petit"));
}

type Props = {
  membre: Membre;
  /** Null: the empty frame. */
  photo: Image | null;
  format: Format;
  lazy: boolean;
  /** Buttons of somebody who is signed in; phones then show a compact row (cartes-comite.css). */
  children?: ReactNode;
};

/** One member of the committee, as an item of the list. */
export function CarteMembre({ membre: { id, Prenom, Nom, Poste }, photo, format, lazy, children }: Props) {
  // The committee sees what an older site left without a name; visitors do not.
  const name = fullName({ Prenom, Nom }) || "Sans nom";
  return (
    <li className={format === "petit" ? "membre" : `membre membre--${format}`} id={id}>
      <Tirage>
        {photo ? (
          <ImageAdaptee
            image={photo}
            sizes={sizes(format, Boolean(children))}
            alt={`Portrait de ${name}`}
            lazy={lazy}
            apres
          />
        ) : (
          <img loading={lazy ? "lazy" : undefined} src={sansPhoto} width="400" height="480" alt="" />
        )}
      </Tirage>
      <div className="membre__texte">
        <h2 className="membre__nom">{name}</h2>
        {Poste.trim() && <p className="membre__poste">{Poste}</p>}
        {children && <div className="evenement__actions">{children}</div>}
      </div>
    </li>
  );
}
