import { Link } from "react-router";
import { pageMeta } from "#app/layout/head/page-meta.ts";
import peg from "#app/rjv2025/drawings/pince.svg";
import ball from "#app/rjv2025/drawings/rjv-bal.svg";
import contest from "#app/rjv2025/drawings/rjv-concours.svg";
import rope from "#app/rjv2025/drawings/rjv-corde.svg";
import ropeTall from "#app/rjv2025/drawings/rjv-corde-haut.svg";
import water from "#app/rjv2025/drawings/rjv-eau.svg";
import fists from "#app/rjv2025/drawings/rjv-poings.svg";
import type { Handle } from "#app/route-handle.ts";
import { PrintFrame } from "#app/ui/pictures/print-frame.tsx";
import type { Route } from "./+types/rjv2025.ts";

/** Highlights of docs/specification.md section 2. The texts describe the drawings: what really happened is unknown. */
const HIGHLIGHTS = [
  {
    image: fists,
    alt: "Deux poings tirent une corde de chaque côté d’un nœud rouge",
    title: "Tirer",
    text: "Un nœud rouge au milieu, une équipe à chaque bout, et le silence. Puis plus du tout le silence.",
  },
  {
    image: water,
    alt: "Deux étoiles s’éclaboussent dans un bassin sous le soleil",
    title: "S’éclabousser",
    text: "Un soleil, un bassin, deux étoiles\u00a0: personne ne ressort sec de cette image.",
  },
  {
    image: ball,
    alt: "Des étoiles dansent la nuit sous des lampions",
    title: "Danser",
    text: "Un plancher, des lampions, et plus personne pour regarder l’heure.",
  },
  {
    image: contest,
    alt: "Trois étoiles sur un podium, la première lève une sonnette",
    title: "Gagner",
    text: "Trois marches, une sonnette, et beaucoup de mauvaise foi. Le trophée sonne encore.",
  },
] as const;

const THANKS = [
  {
    title: "aux participantes et participants",
    text: "Sans vous, la corde n’avait qu’un bout, et le bal qu’un plancher.",
  },
  {
    title: "aux sponsors",
    text: "Une fête commence par une facture. Merci de l’avoir lue jusqu’au bout.",
  },
  {
    title: "aux bénévoles",
    text: "Une fête se voit, ses bénévoles beaucoup moins, sauf au balai. Pa capona, c’est vous.",
  },
] as const;

export const handle: Handle = { reading: true, cached: [], listed: [] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    title: "RJV 2025",
    description:
      "Le RJV 2025, le rassemblement régional de la jeunesse, est terminé\u00a0: les temps forts, et merci aux participants, aux sponsors et aux bénévoles.",
    path: "/rjv2025",
    matches,
  });

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

function Highlights() {
  return (
    <section className="rope" aria-label="Les temps forts">
      <ol role="list" className="page-frame">
        {HIGHLIGHTS.map(({ image, alt, title, text }) => (
          <li className="fact" key={title}>
            <img loading="lazy" src={peg} width="30" height="64" alt="" />
            <img loading="lazy" src={peg} width="30" height="64" alt="" />
            <PrintFrame>
              <img loading="lazy" src={image} width="800" height="640" alt={alt} />
            </PrintFrame>
            <h2>{title}</h2>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Thanks() {
  return (
    <section className="thanks on-night" aria-labelledby="mercis">
      <div className="page-frame">
        <h2 id="mercis">Merci</h2>
        <ul role="list">
          {THANKS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export default function Rjv2025Page() {
  return (
    <main id="contenu">
      <Hero />
      <section className="page-frame motto">
        <h1>RJV 2025</h1>
        <div>
          <p className="lead">
            «&nbsp;Pa capona&nbsp;», dit l’affiche&nbsp;: on ne lâche rien. Il a bien fallu rendre la corde.
          </p>
          <p>
            Le RJV 2025, le rassemblement régional de la jeunesse, est terminé. La corde est rangée, le dessinateur a
            tout gardé. Voici ce qu’il nous en reste&nbsp;: quatre images et trois mercis.
          </p>
        </div>
      </section>
      <Highlights />
      <Thanks />
      <section className="page-frame what-next row" aria-label="Et maintenant">
        <p>La suite se danse toute l’année, et il y reste une place.</p>
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
