import { Link } from "react-router";
import type { Handle } from "#app/handle.ts";
import bandeau from "#app/images/bandeau-responsabilite.svg";
import feuille from "#app/images/objet-document.svg";
import { pageMeta } from "#app/page-meta.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import type { Route } from "./+types/responsabilite.ts";

/** The four conditions of SPEC.md section 2; the committee confirms their wording. */
const CONDITIONS = [
  {
    titre: "Un consentement éclairé",
    texte:
      "Le représentant légal sait à quoi le ou la mineur·e participe\u00a0: il connaît l’association, ses activités et leurs horaires, et il donne son accord en connaissance de cause.",
  },
  {
    titre: "Le respect des règles et des membres",
    texte:
      "Le ou la mineur·e respecte la charte, les consignes du comité pendant les activités, et chacun des autres membres.",
  },
  {
    titre: "Une communication ouverte",
    texte:
      "Famille et comité se parlent\u00a0: santé, allergies, retards, retours. Toute question trouve une réponse, avant comme après une sortie.",
  },
  {
    titre: "L’acceptation du risque",
    texte: "Le représentant légal accepte que l’association décline toute responsabilité en cas d’accident.",
  },
] as const;

export const handle: Handle = { lecture: true, cached: [], listed: [] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "Responsabilité",
    description:
      "Les quatre conditions pour devenir membre de la Jeunesse de Savièse avant 18 ans, et l’autorisation parentale à signer.",
    chemin: "/responsabilite",
    matches,
  });

function Autorisation() {
  return (
    <aside className="encart encre-ocre telecharger" aria-labelledby="autorisation">
      <img loading="lazy" src={feuille} width="240" height="280" alt="" />
      <h2 id="autorisation">Autorisation parentale</h2>
      <p>Une page A4 à imprimer, à remplir et à signer à deux, puis à remettre au comité.</p>
      <a className="btn btn--encre" href="/autorisation.pdf" download="autorisation-parentale.pdf">
        Télécharger (PDF)<span className="vh">, une page A4</span>
      </a>
    </aside>
  );
}

export default function Responsabilite() {
  return (
    <main id="contenu">
      <Bandeau encre="azur" art={bandeau} titre={"Responsa\u00adbilité"} long>
        Avant 18 ans, on traverse à deux&nbsp;: quatre conditions à lire avec votre représentant légal.
      </Bandeau>
      <div className="cadre-page feuille">
        <div>
          <p className="chapeau">
            La Jeunesse de Savièse accueille ses membres dès 16 ans. Les mineur·es s’inscrivent avec l’accord de leur
            représentant légal, qui accepte ces quatre conditions.
          </p>
          <ol role="list" className="conditions">
            {CONDITIONS.map(({ titre, texte }) => (
              <li key={titre}>
                <span className="numero" aria-hidden="true" />
                <h2>{titre}</h2>
                <p>{texte}</p>
              </li>
            ))}
          </ol>
          <Link className="btn btn--brique" to="/inscription">
            Retour à l’inscription
          </Link>
        </div>
        <Autorisation />
      </div>
    </main>
  );
}
