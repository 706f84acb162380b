import { Link } from "react-router";
import { siteContext } from "#app/contexts.ts";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { publicSettings } from "#app/layout/public-settings.server.ts";
import fifty from "#app/legal/drawings/charte-50.svg";
import assembly from "#app/legal/drawings/charte-assemblee.svg";
import minors from "#app/legal/drawings/charte-mineurs.svg";
import roundDance from "#app/legal/drawings/charte-ronde.svg";
import seal from "#app/legal/drawings/charte-sceau.svg";
import type { Handle } from "#app/route-handle.ts";
import { ExampleNotice, QrBillFigure } from "#app/ui/qr-bill/qr-bill.tsx";
import { ANNUAL_FEE, formatAmount } from "#domain/money/amount.ts";
import { billOffered } from "#domain/money/qr-bill.ts";
import type { Route } from "./+types/charter.ts";

export const handle: Handle = { reading: true, cached: [], listed: ["settings"] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "La charte",
    description: `La charte de la Jeunesse de Savièse\u00a0: respect, cotisation de ${formatAmount(ANNUAL_FEE)} par an, assemblée générale et règles pour les membres mineurs.`,
    path: "/charte",
    matches,
  });

/** When the settings cannot be read, or name no account, the page renders without its QR-bill. */
export async function loader({ context }: Route.LoaderArgs) {
  try {
    return { bill: billOffered(await publicSettings(context), "cotisation", ANNUAL_FEE) };
  } catch (error) {
    context.get(siteContext).report(error, "settings of the fee");
    return { bill: null };
  }
}

const RuleNumber = () => <span className="number" aria-hidden="true" />;

function Rules() {
  return (
    <ol role="list">
      <li className="rule rule--rounds ink-azur">
        <RuleNumber />
        <h2>Se respecter</h2>
        <p>
          Vous vous engagez à respecter les autres membres&nbsp;: leurs idées, leurs limites, leur rythme. En fête comme
          au travail, on ne lâche la main de personne.
        </p>
        <img loading="lazy" src={roundDance} width="920" height="330" alt="" />
      </li>
      <li className="rule rule--documents ink-ocre">
        <RuleNumber />
        <h2>Cotiser</h2>
        <p>{`Vous payez ${formatAmount(ANNUAL_FEE)} par an. C’est la part de chacune et de chacun dans la caisse commune.`}</p>
        <img loading="lazy" src={fifty} width="460" height="780" alt="" />
      </li>
      <li className="rule rule--minors ink-rose">
        <RuleNumber />
        <h2>Avant 18 ans, avec l’accord des parents</h2>
        <p>
          Avant 18 ans, l’accord de votre représentant légal est nécessaire. L’association décline toute responsabilité.{" "}
          <Link to="/responsabilite">Lire les conditions</Link>
        </p>
        <img loading="lazy" src={minors} width="640" height="410" alt="" />
      </li>
      <li className="rule rule--assembly ink-vigne">
        <RuleNumber />
        <h2>Se réunir une fois par an</h2>
        <p>L’assemblée générale réunit tous les membres une fois par an. On y passe en revue&nbsp;:</p>
        <ul role="list">
          <li>les comptes</li>
          <li>le bilan des sorties</li>
          <li>les changements au comité</li>
          <li>les sorties à venir</li>
        </ul>
        <img loading="lazy" src={assembly} width="1060" height="370" alt="" />
      </li>
    </ol>
  );
}

export default function CharterPage({ loaderData: { bill } }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <article className="page-frame print charter">
        <div className="charter__drawing">
          <header className="charter__title">
            <div>
              <h1>La charte</h1>
              <p>Quatre promesses, une page. Chaque membre les accepte en devenant membre, et les tient en dansant.</p>
            </div>
            <img src={seal} width="340" height="340" alt="" />
          </header>
          <Rules />
          <footer className="charter__foot row">
            <p>Lu, compris, promis&nbsp;?</p>
            <Link className="btn btn--brique" to="/inscription">
              Retour à l’inscription
            </Link>
          </footer>
        </div>
      </article>
      {bill?.example && (
        <div className="page-frame qr__examples">
          <ExampleNotice />
        </div>
      )}
      {bill && (
        <QrBillFigure bill={bill} title="Payer la cotisation">
          {formatAmount(ANNUAL_FEE)} par an, à scanner avec l’application de votre banque, ou à imprimer pour la poste.
        </QrBillFigure>
      )}
    </main>
  );
}
