import { Link } from "react-router";
import { servicesContext, siteContext } from "#app/context.ts";
import { donneesDeLAssociation } from "#app/donnees-structurees.server.ts";
import type { Handle } from "#app/handle.ts";
import Cocarde from "#app/images/cocarde.svg?dessin";
import FanionPetit from "#app/images/fanion-petit.svg?dessin";
import groupe from "#app/images/groupe.svg";
import heros from "#app/images/hero.svg";
import herosHaut from "#app/images/hero-tall.svg";
import EtoileDeGauche from "#app/images/heros-etoile-1.svg?dessin";
import EtoileDeDroite from "#app/images/heros-etoile-2.svg?dessin";
import Mains from "#app/images/picto-mains.svg?dessin";
import Masque from "#app/images/picto-masque.svg?dessin";
import Tambour from "#app/images/picto-tambour.svg?dessin";
import { pageMeta } from "#app/page-meta.ts";
import { pictureOf, picturesOf } from "#app/pictures.server.ts";
import { shownSettings } from "#app/shown-settings.server.ts";
import { ContactCards } from "#app/ui/contact-cards.tsx";
import { ImageAdaptee } from "#app/ui/image.tsx";
import { ProchainEvenement } from "#app/ui/prochain-evenement.tsx";
import { Tirage } from "#app/ui/tirage.tsx";
import { jourAZurich } from "#domain/dates.ts";
import { prochainEvenement } from "#domain/evenement.ts";
import { PHOTO_DE_GROUPE } from "#domain/stored-image.ts";
import type { Route } from "./+types/accueil.ts";

export const handle: Handle = { lecture: true, cached: ["accueil", "evenements"], listed: ["reglages", "evenements"] };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    description:
      "La Jeunesse de Savièse\u00a0: plus de 130 membres, dès 16 ans, et des fêtes traditionnelles, des projets sociaux et des événements culturels.",
    chemin: "/",
    donnees: loaderData?.donnees,
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { evenements, clock } = context.get(servicesContext);
  // All at once: a store that does not answer is waited for no longer than once.
  const [lus, photo, liste, affiches] = await Promise.all([
    shownSettings(context),
    pictureOf(context, PHOTO_DE_GROUPE),
    evenements.list(),
    picturesOf(context, "evenements"),
  ]);
  const { instagram, facebook, email, photoDescription } = lus;
  const evenement = prochainEvenement(liste, jourAZurich(clock.now()));
  const prochain = evenement && {
    evenement,
    affiche: affiches.get(evenement.id) ?? null,
  };
  const donnees = donneesDeLAssociation(lus, context.get(siteContext).publicUrl);
  return { instagram, facebook, email, photo, photoDescription, prochain, donnees };
}

function Heros() {
  return (
    <section className="heros">
      <h1 className="vh">La jeunesse de Savièse</h1>
      <picture>
        <source media="(max-width: 46rem)" srcSet={herosHaut} width="780" height="1260" />
        <img
          src={heros}
          width="1600"
          height="900"
          alt="Affiche illustrée&nbsp;: au-dessus des vignes et du clocher de Savièse, une farandole d’étoiles danse sur le bisse du Torrent-Neuf."
          fetchPriority="high"
        />
      </picture>
      <EtoileDeGauche className="heros__etoile" width={120} height={120} />
      <EtoileDeDroite className="heros__etoile" width={88} height={88} />
    </section>
  );
}

function Fanions() {
  return (
    <div className="fanions">
      <svg viewBox="0 0 1440 130" preserveAspectRatio="none" aria-hidden="true">
        <path
          d="M-10 -6Q720 70 1450 -6"
          fill="none"
          stroke="#17182b"
          strokeWidth="5"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <ul role="list">
        <li className="fanion-petit" aria-hidden="true">
          <FanionPetit width={110} height={120} />
        </li>
        <li className="fanion">
          <b>130+</b>
          <span>membres</span>
        </li>
        <li className="fanion">
          <b>16+</b>
          <span>ans</span>
        </li>
        <li className="fanion">
          <b>13</b>
          <span>étoiles</span>
        </li>
        <li className="fanion">
          <b>50.–</b>
          <span>par an</span>
        </li>
        <li className="fanion-petit" aria-hidden="true">
          <FanionPetit width={110} height={120} />
        </li>
      </ul>
    </div>
  );
}

function Manifeste() {
  return (
    <section className="cadre-page manifeste" aria-label="Présentation">
      <p className="affiche-texte manifeste__cri">
        <span>
          {"Des fêtes "}
          <b>
            traditionnelles,
            <Tambour width={150} height={110} />
          </b>
        </span>{" "}
        <span>
          {"des projets "}
          <b>
            sociaux
            <Mains width={196} height={110} />
          </b>
        </span>{" "}
        <span>
          {"et des événements "}
          <b>
            culturels.
            <Masque width={110} height={110} />
          </b>
        </span>
      </p>
      <div className="manifeste__suite">
        <p>
          La Jeunesse de Savièse, c’est plus de 130 membres, dès 16 ans, réunis pour le bien-être et le développement
          des jeunes de la région. La charte tient sur une page, le reste se danse.
        </p>
        <p>
          Le <Link to="/rjv2025">RJV 2025</Link> est terminé, les mercis restent accrochés. La ronde continue, et il y
          reste une place pour vous.
        </p>
        <Link className="btn btn--brique btn--grand" to="/inscription">
          Devenir membre
        </Link>
      </div>
    </section>
  );
}

function PhotoDeGroupe({ photo, photoDescription }: Route.ComponentProps["loaderData"]) {
  return (
    <section className="photo-groupe" aria-label="Photo de groupe">
      <figure className="cadre-page">
        <div>
          <Tirage>
            {photo ? (
              <ImageAdaptee
                lazy
                image={photo}
                sizes="(max-width: 88rem) calc(100vw - 2.5rem), 82rem"
                alt={photoDescription}
              />
            ) : (
              <img
                loading="lazy"
                src={groupe}
                width="1500"
                height="1000"
                alt="Illustration&nbsp;: toute une bande réunie sous les fanions, drapeau valaisan levé."
              />
            )}
          </Tirage>
          <div className="cocarde" aria-hidden="true">
            <Cocarde width={260} height={330} />
            <p>
              Merci,<b>RJV</b>2025
            </p>
          </div>
        </div>
        <figcaption>
          <b>Toute la bande, ou presque.</b>
          {!photo && " Dessinée, en attendant que tout le monde tienne sur une photo."}
        </figcaption>
      </figure>
    </section>
  );
}

export default function Accueil({ loaderData }: Route.ComponentProps) {
  const { prochain } = loaderData;
  return (
    <main id="contenu">
      <Heros />
      <Fanions />
      {prochain && <ProchainEvenement evenement={prochain.evenement} image={prochain.affiche} />}
      <Manifeste />
      <PhotoDeGroupe {...loaderData} />
      <ContactCards {...loaderData} />
    </main>
  );
}
