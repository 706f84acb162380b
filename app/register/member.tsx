import { data, Link, redirect } from "react-router";
import { servicesContext, siteContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { requireAdmin } from "#app/session/private-pages.ts";
import { DeleteButton } from "#app/ui/delete-button.tsx";
import art from "#app/ui/drawings/crete-comptes.svg";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import type { FormAnswer } from "#app/ui/form/form-answer.ts";
import { runSafely } from "#app/ui/form/run-safely.ts";
import type { Route } from "./+types/member.ts";
import { MemberFees } from "./fees/member-fees.tsx";
import { Leaving } from "./leaving.tsx";
import { memberAction } from "./member-action.server.ts";
import { MemberDetails } from "./member-details.tsx";
import { viewMember } from "./member-view.server.ts";
import { PersonalLink } from "./proposals/personal-link.tsx";

export const handle: Handle = { screen: true, unlisted: true, pendingText: "Loading..." };

export const middleware: Route.MiddlewareFunction[] = [requireAdmin];

export const meta: Route.MetaFunction = (args) =>
  privateMeta("Fiche d’un membre", "Les coordonnées d’un membre et ses cotisations.", args);

export async function loader({ params: { recordId }, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const view = await viewMember(services, recordId, url.searchParams.get("cotisation"));
  // Fees of a member in the recycle bin still link here.
  if (!view && (await services.bin.list()).some(({ subjectId }) => subjectId === recordId))
    throw redirect("/corbeille");
  if (!view) throw data(null, { status: 404 });
  return { ...view, publicUrl: context.get(siteContext).publicUrl };
}

export const action = (args: Route.ActionArgs) => memberAction(args, args.params.recordId);

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => runSafely(serverAction);

export default function MemberPage({ loaderData: member, actionData }: Route.ComponentProps) {
  const answer: FormAnswer = actionData ?? {};
  const { id, name } = member;
  const page = `/registre/${id}`;
  return (
    <main id="contenu">
      <Banner low style="vigne" art={art} title={<bdi>{name}</bdi>} />
      <div className="page-frame member">
        {answer.failed && (
          <ErrorNotice title="Rien n’a été changé." text="Le site n’a pas pu le faire. Réessayez dans un instant." />
        )}
        {answer.conflict && (
          <FailureNotice
            title={`${answer.conflict.by ?? "Quelqu’un d’autre"} vient de modifier cette fiche.`}
            text="Rien n’a été changé. La fiche est à jour maintenant&nbsp;: regardez-la, puis recommencez."
          />
        )}
        <section aria-labelledby="coordonnees">
          <h2 id="coordonnees">Coordonnées</h2>
          <MemberDetails member={member} />
          <div className="row member__actions">
            <Link className="btn btn--small" to={`/registre/modify/${id}`}>
              <Pencil />
              Modifier
            </Link>
            <Link className="strong-link" to={`/registre/modify/${id}/historique`}>
              Historique
            </Link>
            <Link className="strong-link" to={`${page}/donnees`}>
              Tout ce que nous avons sur cette personne
            </Link>
            <DeleteButton
              action={page}
              intention="remove"
              id={id}
              name={name}
              question="Êtes-vous sûr de vouloir supprimer cette fiche&nbsp;?"
              detail={`${name}. Pour un départ, notez-le plutôt plus bas\u00a0: la fiche reste au registre.`}
            />
          </div>
        </section>
        {member.link && <PersonalLink link={member.link} publicUrl={member.publicUrl} name={name} page={page} />}
        <MemberFees member={member} page={page} answer={answer} />
        <Leaving member={member} page={page} answer={answer} />
        <p>
          <Link className="strong-link" to="/registre">
            Tous les membres
          </Link>
        </p>
      </div>
    </main>
  );
}
