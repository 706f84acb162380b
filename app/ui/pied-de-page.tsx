import { Link } from "react-router";
import farandole from "#app/images/farandole.svg";
import logoClair from "#app/images/logo-clair.svg";
import { NAVIGATION } from "./entete.tsx";

const COMPLEMENT = [
  { chemin: "/charte", nom: "Charte" },
  { chemin: "/responsabilite", nom: "Responsabilité" },
  { chemin: "/rjv2025", nom: "RJV 2025" },
  { chemin: "/confidentialite", nom: "Protection des données" },
] as const;

function Liens({ liens }: { liens: readonly { chemin: string; nom: string }[] }) {
  return (
    <ul role="list">
      {liens.map(({ chemin, nom }) => (
        <li key={chemin}>
          <Link to={chemin}>{nom}</Link>
        </li>
      ))}
    </ul>
  );
}

type Props = {
  /** The page above ends in a night picture, which takes the farandole's place. */
  nuit: boolean;
  /** Postcode and place; absent while they cannot be read. */
  commune: string | undefined;
  /** Origin of the site, for what is printed; absent while it is not known. */
  adresse: string | undefined;
};

export function PiedDePage({ nuit, commune, adresse }: Props) {
  return (
    <footer className={nuit ? "pied pied--nuit sur-nuit" : "pied sur-nuit"}>
      <div className="pied__farandole">
        <img loading="lazy" src={farandole} width="1600" height="164" alt="" />
      </div>
      <div className="cadre-page pied__rang">
        <Link to="/">
          <img src={logoClair} width="352" height="86" alt="La Jeunesse de Savièse, accueil" loading="lazy" />
        </Link>
        <nav aria-label="Pied de page">
          <Liens liens={NAVIGATION} />
          <Liens liens={COMPLEMENT} />
        </nav>
      </div>
      <div className="cadre-page pied__bas">
        <address>{["La Jeunesse de Savièse", commune, "Valais"].filter(Boolean).join(", ")}</address>
        {adresse && <span className="pied__site">{new URL(adresse).host}</span>}
        <span>Treize étoiles, une de plus avec vous.</span>
      </div>
    </footer>
  );
}
