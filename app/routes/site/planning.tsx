import { Link } from "react-router";
import { effacer } from "#app/admin-actions.server.ts";
import { compteContext, servicesContext, siteContext } from "#app/context.ts";
import { donneesDuPlanning } from "#app/donnees-structurees.server.ts";
import { effacerSansPanne } from "#app/effacer-sans-panne.ts";
import type { Handle } from "#app/handle.ts";
import bandeau from "#app/images/bandeau-planning.svg";
import Plus from "#app/images/sign-plus.svg?dessin";
import vide from "#app/images/vide-planning.svg";
import { IMAGE_DU_PLANNING, pageMeta } from "#app/page-meta.ts";
import { picturesOf } from "#app/pictures.server.ts";
import { adminToWrite } from "#app/require-admin.ts";
import { Abonnement } from "#app/ui/abonnement.tsx";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { CardActions } from "#app/ui/card-actions.tsx";
import { CarteEvenement } from "#app/ui/carte-evenement.tsx";
import { EtatVide } from "#app/ui/etat-vide.tsx";
import { jourAZurich, moisEnFrancais } from "#domain/dates.ts";
import { comparerEvenements, type Evenement, estPasse, hasName } from "#domain/evenement.ts";
import { supprimer } from "#usecases/supprimer.ts";
import type { Route } from "./+types/planning.ts";

/** Posters that may stand above the fold. */
const EN_VUE = 2;

export const handle: Handle = {
  lecture: true,
  partage: true,
  cached: ["evenements"],
  listed: ["reglages", "evenements"],
  screen: true,
};

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta({
    titre: loaderData ? `Planning ${loaderData.annee}` : "Planning",
    description:
      "Les fêtes, sorties et coups de main de la Jeunesse de Savièse, mois par mois\u00a0: dates, lieux et after movies.",
    chemin: "/planning",
    image: IMAGE_DU_PLANNING,
    donnees: loaderData?.donnees,
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { evenements, reglages, clock } = context.get(servicesContext);
  const [liste, affiches, { annee }] = await Promise.all([
    evenements.list(),
    picturesOf(context, "evenements"),
    reglages.get(),
  ]);
  const aujourdhui = jourAZurich(clock.now());
  const { publicUrl } = context.get(siteContext);
  const admin = context.get(compteContext) !== null;
  const named = liste.filter((evenement) => admin || hasName(evenement));
  const cartes = named.toSorted(comparerEvenements).map((evenement) => ({
    ...evenement,
    image: affiches.get(evenement.id) ?? null,
    passe: estPasse(evenement, aujourdhui),
  }));
  return {
    admin,
    annee,
    calendrier: `${publicUrl}/planning.ics`,
    evenements: cartes,
    donnees: donneesDuPlanning(cartes.filter(hasName), publicUrl),
  };
}

export const middleware: Route.MiddlewareFunction[] = [adminToWrite];

export function action(args: Route.ActionArgs) {
  const { evenements, images } = args.context.get(servicesContext);
  return effacer(args, {
    ou: "event delete",
    supprimer: (id) => supprimer(evenements, images, "evenements", id),
    vers: "/planning",
    avis: "evenement-supprime",
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => effacerSansPanne(serverAction);

const Actions = ({ evenement: { id, Nom, Date: mois } }: { evenement: Evenement }) => (
  <CardActions
    list="/planning"
    form="/evenement/modify"
    id={id}
    nom={Nom}
    question="Êtes-vous sûr de vouloir supprimer cet événement ?"
    detail={[Nom, moisEnFrancais(mois)]}
  />
);

export default function Planning({ loaderData: { admin, annee, calendrier, evenements } }: Route.ComponentProps) {
  const nombre = evenements.length;
  return (
    <main id="contenu">
      <Bandeau encre="azur" art={bandeau} titre={`Planning ${annee}`} basAuTelephone={admin}>
        Une année, des affiches, et toujours une bonne raison de monter à Savièse.
      </Bandeau>
      {admin && (
        <div className="cadre-page outils outils--photo">
          <p>{nombre > 1 ? `${nombre} événements au planning` : `${nombre} événement au planning`}</p>
          <Link className="btn" to="/evenement/create">
            <Plus />
            Ajouter un événement
          </Link>
        </div>
      )}
      {nombre > 0 && !admin && <Abonnement adresse={calendrier} />}
      {nombre === 0 ? (
        <EtatVide image={vide} titre="Le fil est encore nu">
          <p>
            Les premières affiches de l’année sèchent chez l’imprimeur. Revenez bientôt, ou proposez une idée de fête.
          </p>
          <Link className="btn" to="/contact">
            Proposer une idée
          </Link>
        </EtatVide>
      ) : (
        <ol role="list" className={admin ? "cadre-page mur mur--admin" : "cadre-page mur"}>
          {evenements.map((evenement, i) => (
            <CarteEvenement
              key={evenement.id}
              evenement={evenement}
              image={evenement.image}
              passe={evenement.passe}
              lazy={i >= EN_VUE}
            >
              {admin && <Actions evenement={evenement} />}
            </CarteEvenement>
          ))}
        </ol>
      )}
      {/* The committee comes to its events first. */}
      {nombre > 0 && admin && <Abonnement adresse={calendrier} />}
    </main>
  );
}
