import { creer } from "#app/admin-actions.server.ts";
import { servicesContext } from "#app/context.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/bandeau-evenement.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdminForForm } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { FicheEvenement } from "#app/ui/fiche-evenement.tsx";
import { fieldNames } from "#domain/champs.ts";
import { jourAZurich, nextMonth } from "#domain/dates.ts";
import { schemaEvenement } from "#domain/evenement-form.ts";
import { publierEvenement } from "#usecases/publier-evenement.ts";
import type { Route } from "./+types/evenement-create.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

/** Also for whose session has ended under the form. */
export const handle: Handle = { comite: true, screen: true, unlisted: true, takesFile: true };

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Ajouter un événement", "Ajouter un événement au planning, avec son affiche.", args);

export async function loader({ context }: Route.LoaderArgs) {
  const [annee = "", mois = ""] = nextMonth(jourAZurich(context.get(servicesContext).clock.now())).split("-");
  return { annee, mois };
}

export const action = (args: Route.ActionArgs) =>
  creer(args, {
    ou: "event create",
    champs: fieldNames(schemaEvenement()),
    champFichier: "image",
    publier: (typed, file) => publierEvenement(args.context.get(servicesContext), typed, file),
    ensuite: { vers: "/planning", avis: "evenement-cree" },
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function EvenementCreate({ loaderData, actionData }: Route.ComponentProps) {
  const reponse: FormAnswer = actionData ?? {};
  return (
    <main id="contenu">
      <Bandeau basAuTelephone encre="azur" art={art} titre="Ajouter un événement" />
      <FicheEvenement depart={loaderData} image={null} reponse={reponse} />
    </main>
  );
}
