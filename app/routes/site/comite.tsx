import { Link } from "react-router";
import { effacer } from "#app/admin-actions.server.ts";
import { compteContext, servicesContext } from "#app/context.ts";
import { effacerSansPanne } from "#app/effacer-sans-panne.ts";
import type { Handle } from "#app/handle.ts";
import bandeau from "#app/images/bandeau-comite.svg";
import Plus from "#app/images/sign-plus.svg?dessin";
import vide from "#app/images/vide-comite.svg";
import { pageMeta } from "#app/page-meta.ts";
import { picturesOf } from "#app/pictures.server.ts";
import { adminToWrite } from "#app/require-admin.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { CardActions } from "#app/ui/card-actions.tsx";
import { CarteMembre, formats, shownName, wordSize } from "#app/ui/carte-membre.tsx";
import { EtatVide } from "#app/ui/etat-vide.tsx";
import { comparerMembres, fullName, type Membre, rangDuPoste } from "#domain/membre.ts";
import { supprimer } from "#usecases/supprimer.ts";
import type { Route } from "./+types/comite.ts";

/** Portraits that may stand above the fold. */
const EN_VUE = 4;

export const handle: Handle = { lecture: true, cached: ["membres"], listed: ["membres"], screen: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta({
    titre: "Le comité",
    description:
      "Les visages du comité de la Jeunesse de Savièse\u00a0: coprésidence, caisse, secrétariat, réseaux sociaux et membres.",
    chemin: "/comite",
    matches,
  });

export async function loader({ context }: Route.LoaderArgs) {
  const { membres } = context.get(servicesContext);
  const [liste, photos] = await Promise.all([membres.list(), picturesOf(context, "membres")]);
  const admin = context.get(compteContext) !== null;
  return {
    admin,
    membres: liste
      .filter((membre) => admin || fullName(membre) !== "")
      .toSorted(comparerMembres)
      .map(({ id, Prenom, Nom, Poste }) => ({ id, Prenom, Nom, Poste, photo: photos.get(id) ?? null })),
  };
}

export const middleware: Route.MiddlewareFunction[] = [adminToWrite];

export function action(args: Route.ActionArgs) {
  const { membres, images } = args.context.get(servicesContext);
  return effacer(args, {
    ou: "member delete",
    supprimer: (id) => supprimer(membres, images, "membres", id),
    vers: "/comite",
    avis: "membre-supprime",
  });
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => effacerSansPanne(serverAction);

function Actions({ membre: { id, Prenom, Nom, Poste } }: { membre: Membre }) {
  const nom = fullName({ Prenom, Nom });
  return (
    <CardActions
      list="/comite"
      form="/comite/modify"
      id={id}
      nom={nom}
      question="Êtes-vous sûr de vouloir supprimer ce membre ?"
      detail={[nom, Poste]}
    />
  );
}

export default function Comite({ loaderData: { admin, membres } }: Route.ComponentProps) {
  const parFormat = formats(membres);
  const headLetters = wordSize(membres.filter(({ Poste }) => rangDuPoste(Poste) === 1).map(shownName));
  return (
    <main id="contenu">
      <Bandeau encre="vigne" art={bandeau} titre="Le comité" basAuTelephone={admin}>
        Une sonnette, une caisse, un crayon, un téléphone&nbsp;: chacun son outil, la même ronde.
      </Bandeau>
      {admin && (
        <div className="cadre-page outils outils--photo">
          <p>{membres.length > 1 ? `${membres.length} membres au comité` : `${membres.length} membre au comité`}</p>
          <Link className="btn" to="/comite/create">
            <Plus />
            Ajouter un membre
          </Link>
        </div>
      )}
      {membres.length === 0 ? (
        <EtatVide image={vide} titre="Les cadres sont accrochés">
          <p>Les portraits arrivent après l’assemblée générale.</p>
        </EtatVide>
      ) : (
        <ul role="list" className={admin ? "cadre-page comite comite--admin" : "cadre-page comite"}>
          {membres.map((membre, i) => (
            <CarteMembre
              key={membre.id}
              membre={membre}
              photo={membre.photo}
              format={parFormat[i] ?? "petit"}
              letters={rangDuPoste(membre.Poste) === 1 ? headLetters : wordSize([shownName(membre)])}
              lazy={i >= EN_VUE}
            >
              {admin && <Actions membre={membre} />}
            </CarteMembre>
          ))}
        </ul>
      )}
    </main>
  );
}
