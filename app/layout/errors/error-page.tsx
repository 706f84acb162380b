import { Link } from "react-router";
import notFoundNight from "#app/layout/drawings/nuit-404.svg";
import errorNight from "#app/layout/drawings/nuit-500.svg";

export function ErrorPage({ sentence }: { sentence?: string | undefined }) {
  return (
    <main id="contenu" className="lost on-night">
      <title>Quelque chose a cassé | La jeunesse de Savièse</title>
      <meta name="robots" content="noindex" />
      <img src={errorNight} width="1600" height="900" alt="" />
      <div className="page-frame lost__text">
        <h1>Quelque chose a cassé</h1>
        <p>{sentence ?? "Le bisse a lâché, l’eau passe à côté. On répare\u00a0: réessayez dans un instant."}</p>
        <div className="row">
          {/* biome-ignore lint/a11y/useValidAnchor: the empty address reloads the page */}
          <a className="btn" href="">
            Réessayer
          </a>
          <Link className="strong-link" to="/" reloadDocument>
            Retour à l’accueil
          </Link>
        </div>
      </div>
    </main>
  );
}

export function NotFoundPage() {
  return (
    <main id="contenu" className="lost on-night">
      <title>Page introuvable | La jeunesse de Savièse</title>
      <meta name="robots" content="noindex" />
      <img src={notFoundNight} width="1600" height="900" alt="" />
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
