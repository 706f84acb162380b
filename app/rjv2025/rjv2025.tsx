import { Link } from "react-router";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import { renderPageText, renderTextPreview } from "#app/layout/texts.server.ts";
import peg from "#app/rjv2025/drawings/pince.svg";
import ball from "#app/rjv2025/drawings/rjv-bal.svg";
import contest from "#app/rjv2025/drawings/rjv-concours.svg";
import rope from "#app/rjv2025/drawings/rjv-corde.svg";
import ropeTall from "#app/rjv2025/drawings/rjv-corde-haut.svg";
import water from "#app/rjv2025/drawings/rjv-eau.svg";
import fists from "#app/rjv2025/drawings/rjv-poings.svg";
import type { Handle } from "#app/route-handle.ts";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import { InlineText, RichText } from "#app/ui/rich-text.tsx";
import type { Route } from "./+types/rjv2025.ts";

export const handle: Handle = { reading: true, cached: [], listed: ["texts"], text: "rjv2025" };

export const meta = pageMeta({
  title: "RJV 2025",
  description:
    "Le RJV 2025, le rassemblement régional de la jeunesse, est terminé\u00a0: les temps forts, et merci aux participants, aux sponsors et aux bénévoles.",
  path: "/rjv2025",
});

export const loader = async ({ context }: Route.LoaderArgs) => ({ text: await renderPageText(context, "rjv2025") });

export const action = (args: Route.ActionArgs) => renderTextPreview(args);

type PageText = Route.ComponentProps["loaderData"];

function Hero() {
  return (
    <div className="hero hero--rjv">
      <picture>
        <source media="(max-width: 46rem)" srcSet={ropeTall} width="780" height="1180" />
        <img
          src={rope}
          width="1600"
          height="900"
          alt="Affiche illustrée «&nbsp;Pa capona&nbsp;»&nbsp;: devant le public, deux équipes d’étoiles tirent sur une corde qui traverse toute l’image, sous un grand soleil."
          fetchPriority="high"
        />
      </picture>
    </div>
  );
}

/** `n` is the number in the names of the editable texts `title1`, `highlight1` and so on. */
const HIGHLIGHTS = [
  { n: 1, image: fists, alt: "Deux poings tirent une corde de chaque côté d’un nœud rouge" },
  { n: 2, image: water, alt: "Deux étoiles s’éclaboussent dans un bassin sous le soleil" },
  { n: 3, image: ball, alt: "Des étoiles dansent la nuit sous des lampions" },
  { n: 4, image: contest, alt: "Trois étoiles sur un podium, la première lève une sonnette" },
] as const;

const Highlights = ({ text }: PageText) => (
  <section className="rope" aria-label="Les temps forts">
    <ol role="list" className="page-frame">
      {HIGHLIGHTS.map(({ n, image, alt }) => (
        <li key={n} className="fact">
          <img loading="lazy" src={peg} width="30" height="64" alt="" />
          <img loading="lazy" src={peg} width="30" height="64" alt="" />
          <PrintFrame>
            <img loading="lazy" src={image} width="800" height="640" alt={alt} />
          </PrintFrame>
          <h2>{text[`title${n}`]}</h2>
          <p dir="auto">
            <InlineText pieces={text[`highlight${n}`]} />
          </p>
        </li>
      ))}
    </ol>
  </section>
);

const Thanks = ({ text }: PageText) => (
  <section className="thanks on-night" aria-labelledby="mercis">
    <div className="page-frame">
      <h2 id="mercis">Merci</h2>
      <ul role="list">
        {([1, 2, 3] as const).map((n) => (
          <li key={n}>
            <h3>{text[`recipient${n}`]}</h3>
            <p dir="auto">
              <InlineText pieces={text[`thanks${n}`]} />
            </p>
          </li>
        ))}
      </ul>
    </div>
  </section>
);

export default function Rjv2025Page({ loaderData: { text } }: Route.ComponentProps) {
  return (
    <main id="contenu">
      <Hero />
      <section className="page-frame motto">
        <h1>RJV 2025</h1>
        <div>
          <p className="lead" dir="auto">
            <InlineText pieces={text.motto} />
          </p>
          <div className="text">
            <RichText blocks={text.introduction} />
          </div>
        </div>
      </section>
      <Highlights text={text} />
      <Thanks text={text} />
      <section className="page-frame what-next row" aria-label="Et maintenant">
        <p>{text.closing}</p>
        <div className="row">
          <Link className="btn btn--azur btn--large" to="/planning">
            Voir le planning
          </Link>
          <Link className="btn btn--brique btn--large" to="/inscription">
            Devenir membre
          </Link>
        </div>
      </section>
    </main>
  );
}
