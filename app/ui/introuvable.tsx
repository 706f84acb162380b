import { Link } from "react-router";
import nuit from "#app/images/nuit-404.svg";

/** The page that is not there, with its own title: it also stands in for pages that have another one. */
export function Introuvable() {
  return (
    <main id="contenu" className="perdue sur-nuit">
      <title>Page introuvable | La jeunesse de Savièse</title>
      <meta name="robots" content="noindex" />
      <img src={nuit} width="1600" height="900" alt="" />
      <div className="cadre-page perdue__texte">
        <h1>Page introuvable</h1>
        <p>La treizième étoile a pris un autre sentier, et la page avec elle.</p>
        <Link className="btn" to="/">
          Retour
        </Link>
      </div>
    </main>
  );
}
