import { Link } from "react-router";
import night from "#app/layout/drawings/nuit-404.svg";

/** The page that is not there, with its own title: it also stands in for pages that have another one. */
export function NotFound() {
  return (
    <main id="contenu" className="lost on-night">
      <title>Page introuvable | La jeunesse de Savièse</title>
      <meta name="robots" content="noindex" />
      <img src={night} width="1600" height="900" alt="" />
      <div className="page-frame lost__text">
        <h1>Page introuvable</h1>
        <p>La treizième étoile a pris un autre sentier, et la page avec elle.</p>
        <Link className="btn" to="/">
          Retour
        </Link>
      </div>
    </main>
  );
}
