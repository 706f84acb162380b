import { Link } from "react-router";
import type { Handle } from "#app/handle.ts";
import pince from "#app/images/pince.svg";
import bal from "#app/images/rjv-bal.svg";
import concours from "#app/images/rjv-concours.svg";
import corde from "#app/images/rjv-corde.svg";
import cordeHaut from "#app/images/rjv-corde-haut.svg";
import eau from "#app/images/rjv-eau.svg";
import poings from "#app/images/rjv-poings.svg";
import { pageMeta } from "#app/page-meta.ts";
import { Tirage } from "#app/ui/tirage.tsx";
import type { Route } from "./+types/rjv2025.ts";

/**
 * The highlights that SPEC.md asks for. Nobody told us which they were: each sentence tells what its drawing shows, and
 * claims no fact about the gathering.
 */
const TEMPS_FORTS = [
  {
    image: poings,
    alt: "Deux poings tirent une corde de chaque côté d’un nœud rouge",
    titre: "Tirer",
    texte: "Un nœud rouge au milieu, une équipe à chaque bout, et le silence. Puis plus du tout le silence.",
  },
  {
    image: eau,
    alt: "Deux étoiles s’éclaboussent dans un bassin sous le soleil",
    titre: "S’éclabousser",
    texte: "Un soleil, un bassin, deux étoiles\u00a0: personne ne ressort sec de cette image.",
  },
  {
    image: bal,
    alt: "Des étoiles dansent la nuit sous des lampions",
    titre: "Danser",
    texte: "Un plancher, des lampions, et plus personne pour regarder l’heure.",
  },
  {
    image: concours,
    alt: "Trois étoiles sur un podium, la première lève une sonnette",
    titre: "Gagner",
    texte: "Trois marches, une sonnette, et beaucoup de mauvaise foi. Le trophée sonne encore.",
  },
] as const;

const MERCIS = [
  {
    titre: "aux participantes et participants",
    texte: "Sans vous, la corde n’avait qu’un bout, et le bal qu’un plancher.",
  },
  {
    titre: "aux sponsors",
    texte: "Une fête commence par une facture. Merci de l’avoir lue jusqu’au bout.",
  },
  {
    titre: "aux bénévoles",
    texte: "Une fête se voit, ses bénévoles beaucoup moins, sauf au balai. Pa capona, c’est vous.",
  },
] as const;

export const handle: Handle = { lecture: true, cached: [], listed: [] };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "RJV 2025",
    description:
      "Le RJV 2025, le rassemblement régional de la jeunesse, est terminé\u00a0: les temps forts, et merci aux participants, aux sponsors et aux bénévoles.",
    chemin: "/rjv2025",
    matches,
  });

function Heros() {
  return (
    <div className="heros heros--rjv">
      <picture>
        <source media="(max-width: 46rem)" srcSet={cordeHaut} width="780" height="1180" />
        <img
          src={corde}
          width="1600"
          height="900"
          alt="Affiche illustrée «&nbsp;Pa capona&nbsp;»&nbsp;: devant le public, deux équipes d’étoiles tirent sur une corde qui traverse toute l’image, sous un grand soleil."
          fetchPriority="high"
        />
      </picture>
    </div>
  );
}

function Cordee() {
  return (
    <section className="cordee" aria-label="Les temps forts">
      <ol role="list" className="cadre-page">
        {TEMPS_FORTS.map(({ image, alt, titre, texte }) => (
          <li className="fait" key={titre}>
            <img loading="lazy" src={pince} width="30" height="64" alt="" />
            <img loading="lazy" src={pince} width="30" height="64" alt="" />
            <Tirage>
              <img loading="lazy" src={image} width="800" height="640" alt={alt} />
            </Tirage>
            <h2>{titre}</h2>
            <p>{texte}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

function Mercis() {
  return (
    <section className="mercis sur-nuit" aria-labelledby="mercis">
      <div className="cadre-page">
        <h2 id="mercis">Merci</h2>
        <ul role="list">
          {MERCIS.map(({ titre, texte }) => (
            <li key={titre}>
              <h3>{titre}</h3>
              <p>{texte}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

export default function Rjv2025() {
  return (
    <main id="contenu">
      <Heros />
      <section className="cadre-page devise">
        <h1>RJV 2025</h1>
        <div>
          <p className="chapeau">
            «&nbsp;Pa capona&nbsp;», dit l’affiche&nbsp;: on ne lâche rien. Il a bien fallu rendre la corde.
          </p>
          <p>
            Le RJV 2025, le rassemblement régional de la jeunesse, est terminé. La corde est rangée, le dessinateur a
            tout gardé. Voici ce qu’il nous en reste&nbsp;: quatre images et trois mercis.
          </p>
        </div>
      </section>
      <Cordee />
      <Mercis />
      <section className="cadre-page suite" aria-label="Et maintenant">
        <p>La suite se danse toute l’année, et il y reste une place.</p>
        <div className="rangee">
          <Link className="btn btn--azur btn--grand" to="/planning">
            Voir le planning
          </Link>
          <Link className="btn btn--brique btn--grand" to="/inscription">
            Devenir membre
          </Link>
        </div>
      </section>
    </main>
  );
}
