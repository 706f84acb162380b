import { data } from "react-router";
import { modifier } from "#app/admin-actions.server.ts";
import { compteContext, servicesContext } from "#app/context.ts";
import type { FormAnswer } from "#app/form-answer.ts";
import type { Handle } from "#app/handle.ts";
import art from "#app/images/crete-membre.svg";
import { metaPrivee } from "#app/page-meta.ts";
import { pictureOf } from "#app/pictures.server.ts";
import { rediriger } from "#app/redirect-with-toast.server.ts";
import { requireAdminForForm } from "#app/require-admin.ts";
import { sansPanne } from "#app/sans-panne.ts";
import { Bandeau } from "#app/ui/bandeau.tsx";
import { FicheMembre } from "#app/ui/fiche-membre.tsx";
import { fieldNames } from "#domain/champs.ts";
import { schemaMembre } from "#domain/membre.ts";
import type { Route } from "./+types/membre-modify.ts";

export const middleware: Route.MiddlewareFunction[] = [requireAdminForForm];

/** Also for whose session has ended under the form. */
export const handle: Handle = { comite: true, screen: true, unlisted: true };

export const meta: Route.MetaFunction = (args) =>
  metaPrivee("Modifier un membre", "Corriger le prénom, le nom ou le poste d’un membre du comité.", args);

export async function loader({ params, context }: Route.LoaderArgs) {
  // Whose session has ended gets back what they sent, and nothing that is kept.
  if (!context.get(compteContext)) return { membre: null, photo: null };
  const { membres } = context.get(servicesContext);
  const membre = await membres.get(params.membreId);
  if (!membre) throw data(null, { status: 404 });
  const photo = await pictureOf(context, { collection: "membres", id: membre.id });
  return { membre, photo: photo?.url ?? null };
}

export function action(args: Route.ActionArgs) {
  const { membres } = args.context.get(servicesContext);
  const { membreId: id } = args.params;
  return modifier(args, {
    ou: "member update",
    champs: fieldNames(schemaMembre()),
    get: () => membres.get(id),
    update: (fields, version) => membres.update(id, fields, version),
    lire: (saisie, kept) => schemaMembre(kept.Poste).safeParse(saisie),
    decrire: ({ Prenom, Nom, Poste }) => [`${Prenom} ${Nom}`, Poste],
    ensuite: () => rediriger(args.context, "/comite", "membre-modifie"),
  });
}

export { shouldRevalidate } from "#app/sign-in-answer.ts";

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => sansPanne(serverAction);

export default function MembreModify({ loaderData: { membre, photo }, actionData }: Route.ComponentProps) {
  const reponse: FormAnswer = actionData ?? {};
  const { Prenom, Nom, Poste, version = "" } = membre ?? reponse.saisie ?? {};
  return (
    <main id="contenu">
      <Bandeau bas encre="vigne" art={art} titre="Modifier un membre" />
      <FicheMembre depart={{ Prenom, Nom, Poste }} photo={photo} reponse={reponse} version={version} />
    </main>
  );
}
