import { Link } from "react-router";
import { servicesContext, siteContext } from "#app/context.ts";
import { donneesDeLAssociation } from "#app/donnees-structurees.server.ts";
import Cocarde from "#app/images/cocarde.svg?dessin";
import FanionPetit from "#app/images/fanion-petit.svg?dessin";
import groupe from "#app/images/groupe.svg";
import heros from "#app/images/hero.svg";
import herosHaut from "#app/images/hero-tall.svg";
import EtoileDeGauche from "#app/images/heros-etoile-1.svg?dessin";
import EtoileDeDroite from "#app/images/heros-etoile-2.svg?dessin";
import Lettre from "#app/images/objet-lettre.svg?dessin";
import AppareilPhoto from "#app/images/objet-photo.svg?dessin";
import PorteVoix from "#app/images/objet-porte-voix.svg?dessin";
import Mains from "#app/images/picto-mains.svg?dessin";
import Masque from "#app/images/picto-masque.svg?dessin";
import Tambour from "#app/images/picto-tambour.svg?dessin";
import triptyque from "#app/images/triptyque.svg";
import { pageMeta } from "#app/page-meta.ts";
import { pictureOf, picturesOf } from "#app/pictures.server.ts";
import { ImageAdaptee } from "#app/ui/image.tsx";
import { ProchainEvenement } from "#app/ui/prochain-evenement.tsx";
import { Tirage } from "#app/ui/tirage.tsx";
import { jourAZurich } from "#domain/dates.ts";
import { prochainEvenement } from "#domain/evenement.ts";
import { PHOTO_DE_GROUPE } from "#ports/image-store.ts";
import type { Route } from "./+types/accueil.ts";

export const handle = { lecture: true };

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    description:
      "La Jeunesse de Savièse : plus de 130 membres de 16 à 30 ans font vivre les fêtes, les projets sociaux et la culture de la commune.",
    chemin: "/",
    donnees: loaderData?.donnees,
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { reglages, evenements, clock } = context.get(servicesContext);
  // All at once: a store that does not answer is waited for no longer than once.
  const [lus, photo, liste, affiches] = await Promise.all([
    reglages.get(),
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
          alt="Affiche illustrée : au-dessus des vignes et du clocher de Savièse, une farandole d’étoiles danse sur le bisse du Torrent-Neuf."
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
          <b>16–30</b>
          <span>ans</span>
        </li>
        <li className="fanion">
          <b>13</b>
          <span>étoiles</span>
        </li>
        <li className="fanion">
          <b>5000+</b>
          <span>au RJV 2025</span>
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
          La Jeunesse de Savièse, c’est plus de 130 membres de 16 à 30 ans, réunis pour le bien-être et le développement
          des jeunes de la région. Toute l’année, nous faisons vivre la commune, du premier loto de l’hiver aux bals de
          l’été.
        </p>
        <p>
          En juin 2025, nous avons accueilli le <Link to="/rjv2025">Rassemblement des Jeunesses Valaisannes</Link>
          &nbsp;: plus de 5000 visiteuses et visiteurs à Savièse. La ronde continue, et il y reste une place pour vous.
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
                alt="Les membres de la Jeunesse de Savièse réunis sous les fanions, drapeau valaisan levé."
              />
            )}
          </Tirage>
          <div className="cocarde" aria-hidden="true">
            <Cocarde width={260} height={330} />
            <p>
              Hôte du<b>RJV</b>2025
            </p>
          </div>
        </div>
        <figcaption>
          <b>Toute la bande, ou presque.</b>
          {!photo && " Juin 2025, au Rassemblement des Jeunesses Valaisannes."}
        </figcaption>
      </figure>
    </section>
  );
}

/** One landscape behind the three panels; each shows its third. */
const FondDuTriptyque = () => (
  <img className="volet__fond" loading="lazy" src={triptyque} width="1500" height="560" alt="" />
);

function Reseaux({ instagram, facebook, email }: Route.ComponentProps["loaderData"]) {
  return (
    <section className="cadre-page contact" aria-labelledby="contact-titre">
      <h2 id="contact-titre">Contact, du matin au bout de la nuit</h2>
      <p>Trois façons de nous trouver, de nous suivre et de nous écrire.</p>
      <div className="triptyque">
        <ul role="list">
          <li>
            <a className="volet volet--matin" href={instagram} rel="noopener">
              <FondDuTriptyque />
              <AppareilPhoto width={200} height={160} />
              <b>Instagram</b>
              <span>Les affiches, les coulisses et les photos du lendemain.</span>
            </a>
          </li>
          <li>
            <a className="volet volet--jour" href={`mailto:${email}`}>
              <FondDuTriptyque />
              <Lettre width={210} height={160} />
              <b>E-mail</b>
              <span>Une question, une idée, un coup de main à proposer&nbsp;? Écrivez-nous.</span>
            </a>
          </li>
          <li>
            <a className="volet volet--nuit sur-nuit" href={facebook} rel="noopener">
              <FondDuTriptyque />
              <PorteVoix width={220} height={170} />
              <b>Facebook</b>
              <span>Les événements à partager et les grandes annonces.</span>
            </a>
          </li>
        </ul>
      </div>
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
      <Reseaux {...loaderData} />
    </main>
  );
}
