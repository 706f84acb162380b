import { Link } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import bandeau from "#app/legal/drawings/bandeau-responsabilite.svg";
import paper from "#app/legal/drawings/objet-document.svg";
import type { Handle } from "#app/route-handle.ts";
import type { Route } from "./+types/minors-responsibility.ts";

/** Conditions of docs/specification.md section 2; the committee decides on the wording. */
const CONDITIONS = [
  {
    title: "Un consentement éclairé",
    text: "Le représentant légal sait à quoi le ou la mineur·e participe\u00a0: il connaît l’association, ses activités et leurs horaires, et il donne son accord en connaissance de cause.",
  },
  {
    title: "Le respect des règles et des membres",
    text: "Le ou la mineur·e respecte la charte, les consignes du comité pendant les activités, et chacun des autres membres.",
  },
  {
    title: "Une communication ouverte",
    text: "Famille et comité se parlent\u00a0: santé, allergies, retards, retours. Toute question trouve une réponse, avant comme après une sortie.",
  },
  {
    title: "L’acceptation du risque",
    text: "Le représentant légal accepte que l’association décline toute responsabilité en cas d’accident.",
  },
] as const;

export const handle: Handle = { reading: true, cached: [], listed: [] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "Responsabilité",
    description:
      "Les quatre conditions pour devenir membre de la Jeunesse de Savièse avant 18 ans, et l’autorisation parentale à signer.",
    path: "/responsabilite",
    matches,
  });

function ConsentFormDownload() {
  return (
    <aside className="inset ink-ocre download" aria-labelledby="autorisation">
      <img loading="lazy" src={paper} width="240" height="280" alt="" />
      <h2 id="autorisation">Autorisation parentale</h2>
      <p>Une page A4 à imprimer, à remplir et à signer à deux, puis à remettre au comité.</p>
      <a className="btn btn--encre" href="/autorisation.pdf" download="autorisation-parentale.pdf">
        Télécharger (PDF)<span className="sr-only">, une page A4</span>
      </a>
    </aside>
  );
}

export default function ResponsibilityPage() {
  return (
    <main id="contenu">
      <Banner style="azur" art={bandeau} title={"Responsa\u00adbilité"} long>
        Avant 18 ans, à lire avec vos parents.
      </Banner>
      <div className="page-frame sheet">
        <div>
          <p className="lead">
            La Jeunesse de Savièse accueille ses membres dès 16 ans. Les mineur·es s’inscrivent avec l’accord de leur
            représentant légal, qui accepte ces quatre conditions.
          </p>
          <ol role="list" className="terms">
            {CONDITIONS.map(({ title, text }) => (
              <li key={title}>
                <span className="number" aria-hidden="true" />
                <h2>{title}</h2>
                <p>{text}</p>
              </li>
            ))}
          </ol>
          <Link className="btn btn--brique" to="/inscription">
            Retour à l’inscription
          </Link>
        </div>
        <ConsentFormDownload />
      </div>
    </main>
  );
}
