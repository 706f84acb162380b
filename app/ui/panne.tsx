import { Link } from "react-router";
import nuit from "#app/images/nuit-500.svg";

/**
 * The page of a fault, with its own title: it stands in for pages that have another one.
 * @param phrase what to tell the person instead of the usual sentence
 */
export function Panne({ phrase }: { phrase?: string | undefined }) {
  return (
    <main id="contenu" className="perdue sur-nuit">
      <title>Quelque chose a cassé | La jeunesse de Savièse</title>
      <meta name="robots" content="noindex" />
      <img src={nuit} width="1600" height="900" alt="" />
      <div className="cadre-page perdue__texte">
        <h1>Quelque chose a cassé</h1>
        <p>{phrase ?? "Le bisse a lâché, l’eau passe à côté. On répare\u00a0: réessayez dans un instant."}</p>
        <div className="rangee">
          {/* biome-ignore lint/a11y/useValidAnchor: the empty address is the page itself, asked for again */}
          <a className="btn" href="">
            Réessayer
          </a>
          <Link className="lien-fort" to="/" reloadDocument>
            Retour à l’accueil
          </Link>
        </div>
      </div>
    </main>
  );
}
