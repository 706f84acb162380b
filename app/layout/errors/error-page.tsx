import type { ReactNode } from "react";
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

/** Data of a 404 response for a member's link that is wrong or has expired. */
export const INVALID_LINK_DATA = "invalid link";

type NotFoundProps = {
  title?: string;
  children?: ReactNode;
};

export function NotFoundPage({ title = "Page introuvable", children }: NotFoundProps) {
  return (
    <main id="contenu" className="lost on-night">
      <title>{`${title} | La jeunesse de Savièse`}</title>
      <meta name="robots" content="noindex" />
      <img src={notFoundNight} width="1600" height="900" alt="" />
      <div className="page-frame lost__text">
        <h1>{title}</h1>
        {children ?? <p>La treizième étoile a pris un autre sentier, et la page avec elle.</p>}
        <Link className="btn" to="/">
          Retour
        </Link>
      </div>
    </main>
  );
}

/** The one sentence of every invalid link. @param door where to ask for another link; by default the members' page */
export const InvalidLinkNotice = ({ door = "/ma-fiche" }: { door?: "/ma-fiche" | "/contact" }) => (
  <p>
    Ce lien ne marche pas, ou ne marche plus. <Link to={door}>Demandez un nouveau lien</Link>.
  </p>
);

export const InvalidLinkPage = () => (
  <NotFoundPage title="Lien introuvable">
    <InvalidLinkNotice />
  </NotFoundPage>
);
