import { creer } from "#app/admin-actions.server.ts";
import { servicesContext } from "#app/context.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-membre.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { requireAdminForForm } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { FicheMembre } from "#app/ui/fiche-membre.tsx";
import { fieldNames } from "#domain/champs.ts";
import { schemaMembre } from "#domain/membre.ts";
import { publierMembre } from "#usecases/publier-membre.ts";
import type { Route } from "./+types/membre-create.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

/** Also for whose session has ended under the form. */
export const handle: Handle = { comite: true, screen: true, unlisted: true, takesFile: true };

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Ajouter un membre", "Ajouter un membre du comité, avec son poste et sa photo.", args);

export const loader = () => null;

export const action = (args: Route.ActionArgs) =>
  creer(args, {
    ou: "member create",
    champs: fieldNames(schemaMembre()),
    champFichier: "photo",
    publier: (typed, file) => publierMembre(args.context.get(servicesContext), typed, file),
    ensuite: { vers: "/comite", avis: "membre-ajoute" },
  });

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function MembreCreate({ actionData }: Route.ComponentProps) {
  const reponse: FormAnswer = actionData ?? {};
  return (
    <main id="contenu">
      <Bandeau bas encre="vigne" art={art} titre="Ajouter un membre" />
      <FicheMembre depart={{}} photo={null} reponse={reponse} />
    </main>
  );
}
