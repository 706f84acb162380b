import { Link } from "react-router";
import night from "#app/layout/drawings/nuit-500.svg";

/**
 * The page of an error, with its own title: it stands in for pages that have another one.
 * @param sentence what to tell the person instead of the usual sentence
 */
export function ReportedError({ sentence }: { sentence?: string | undefined }) {
  return (
    <main id="contenu" className="lost on-night">
      <title>Quelque chose a cassé | La jeunesse de Savièse</title>
      <meta name="robots" content="noindex" />
      <img src={night} width="1600" height="900" alt="" />
      <div className="page-frame lost__text">
        <h1>Quelque chose a cassé</h1>
        <p>{sentence ?? "Le bisse a lâché, l’eau passe à côté. On répare\u00a0: réessayez dans un instant."}</p>
        <div className="row">
          {/* biome-ignore lint/a11y/useValidAnchor: the empty address is the page itself, asked for again */}
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
