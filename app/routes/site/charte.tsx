import { Link } from "react-router";
import { servicesContext, siteContext } from "#app/context.ts";
import type { Handle } from "#app/handle.ts";
import cinquante from "#app/images/charte-50.svg";
import assemblee from "#app/images/charte-assemblee.svg";
import mineurs from "#app/images/charte-mineurs.svg";
import ronde from "#app/images/charte-ronde.svg";
import sceau from "#app/images/charte-sceau.svg";
import { pageMeta } from "#app/page-meta.ts";
import { Exemples } from "#app/ui/exemples.tsx";
import { QrFacture } from "#app/ui/qr-facture.tsx";
import { COTISATION, montantLisible } from "#domain/montant.ts";
import { factureDe } from "#domain/qr-facture.ts";
import type { Route } from "./+types/charte.ts";

export const handle: Handle = { lecture: true, cached: [], listed: ["reglages"] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "La charte",
    description: `La charte de la Jeunesse de Savièse\u00a0: respect, cotisation de ${montantLisible(COTISATION)} par an, assemblée générale et règles pour les membres mineurs.`,
    chemin: "/charte",
    matches,
  });

/** The charter stands also while the settings cannot be read; only its bill is missing then. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { facture: factureDe(await context.get(servicesContext).reglages.get(), "cotisation", COTISATION) };
  } catch (panne) {
    context.get(siteContext).signaler(panne, "settings of the fee");
    return { facture: null };
  }
}

const Numero = () => <span className="numero" aria-hidden="true" />;

function Regles() {
  return (
    <ol role="list">
      <li className="regle regle--ronde encre-azur">
        <Numero />
        <h2>Se respecter</h2>
        <p>
          Vous vous engagez à respecter les autres membres&nbsp;: leurs idées, leurs limites, leur rythme. En fête comme
          au travail, on ne lâche la main de personne.
        </p>
        <img loading="lazy" src={ronde} width="920" height="330" alt="" />
      </li>
      <li className="regle regle--pieces encre-ocre">
        <Numero />
        <h2>Cotiser</h2>
        <p>{`Vous payez ${montantLisible(COTISATION)} par an. C’est la part de chacune et de chacun dans la caisse commune.`}</p>
        <img loading="lazy" src={cinquante} width="460" height="780" alt="" />
      </li>
      <li className="regle regle--mineurs encre-rose">
        <Numero />
        <h2>Grandir avec l’accord des siens</h2>
        <p>
          Avant 18 ans, l’accord de votre représentant légal est nécessaire. L’association décline toute responsabilité.{" "}
          <Link to="/responsabilite">Lire les conditions</Link>
        </p>
        <img loading="lazy" src={mineurs} width="640" height="410" alt="" />
      </li>
      <li className="regle regle--assemblee encre-vigne">
        <Numero />
        <h2>Siéger une fois par an</h2>
        <p>
          L’assemblée générale réunit tous les membres une fois par an. On y parle de tout ce qui tient la ronde
          ensemble&nbsp;:
        </p>
        <ul role="list">
          <li>les comptes</li>
          <li>le bilan des sorties</li>
          <li>les changements au comité</li>
          <li>les sorties à venir</li>
        </ul>
        <img loading="lazy" src={assemblee} width="1060" height="370" alt="" />
      </li>
    </ol>
  );
}

export default function Charte({ loaderData: { facture } }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <article className="cadre-page tirage charte">
        <div className="charte__planche">
          <header className="charte__titre">
            <div>
              <h1>La charte</h1>
              <p>
                Quatre promesses, une page. Chaque membre les accepte en entrant dans la ronde, et les tient en dansant.
              </p>
            </div>
            <img src={sceau} width="340" height="340" alt="" />
          </header>
          <Regles />
          <footer className="charte__pied">
            <p>Lu, compris, promis&nbsp;?</p>
            <Link className="btn btn--brique" to="/inscription">
              Retour à l’inscription
            </Link>
          </footer>
        </div>
      </article>
      {facture?.exemple && (
        <div className="cadre-page qr__exemples">
          <Exemples />
        </div>
      )}
      {facture && (
        <QrFacture facture={facture} titre="Payer la cotisation">
          {montantLisible(COTISATION)} par an, à scanner avec l’application de votre banque, ou à imprimer pour la
          poste.
        </QrFacture>
      )}
    </main>
  );
}
