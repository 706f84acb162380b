import { Link } from "react-router";
import { Banner } from "#app/layout/banner.tsx";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { renderPageText, renderTextPreview } from "#app/layout/texts.server.ts";
import bandeau from "#app/legal/drawings/bandeau-responsabilite.svg";
import paper from "#app/legal/drawings/objet-document.svg";
import type { Handle } from "#app/route-handle.ts";
import { InlineText, RichText } from "#app/ui/rich-text.tsx";
import type { RichTextBlock } from "#domain/text/rich-text.ts";
import type { Route } from "./+types/minors-responsibility.ts";

export const handle: Handle = { reading: true, cached: [], listed: ["texts"], text: "responsabilite" };

export const meta = pageMeta({
  title: "Responsabilité",
  description:
    "Les quatre conditions pour devenir membre de la Jeunesse de Savièse avant 18 ans, et l’autorisation parentale à signer.",
  path: "/responsabilite",
});

export const loader = async ({ context }: Route.LoaderArgs) => ({ text: await renderPageText(context, "minors") });

export const action = (args: Route.ActionArgs) => renderTextPreview(args);

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

const Condition = ({ title, text }: { title: string; text: readonly RichTextBlock[] }) => (
  <li>
    <span className="number" aria-hidden="true" />
    <h2>{title}</h2>
    <div className="text">
      <RichText blocks={text} />
    </div>
  </li>
);

export default function MinorsResponsibilityPage({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Banner style="azur" art={bandeau} title={"Responsa\u00adbilité"} long>
        Avant 18 ans, à lire avec vos parents.
      </Banner>
      <div className="page-frame sheet">
        <div>
          <p className="lead" dir="auto">
            <InlineText pieces={text.introduction} />
          </p>
          <ol role="list" className="terms">
            <Condition title={text.title1} text={text.condition1} />
            <Condition title={text.title2} text={text.condition2} />
            <Condition title={text.title3} text={text.condition3} />
            <Condition title={text.title4} text={text.condition4} />
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
