import { Form } from "react-router";
import { servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { Screen } from "#app/layout/screen.tsx";
import type { Handle } from "#app/route-handle.ts";
import { dossierUrl } from "#app/ui/event-url.ts";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { FieldError } from "#app/ui/form/field.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { listSources } from "#usecases/dossiers/list-dossiers.ts";
import { takeDossier, takeStartingList } from "#usecases/dossiers/take-dossier.ts";
import type { Route } from "./+types/take-dossier.ts";
import { viewSource, viewStartingLists } from "./dossier-view.server.ts";
import { findDossierOfRoute, requireDossierOfRoute } from "./find-dossier.server.ts";
import { redirectToAddedTasks } from "./redirect-to-added.server.ts";
import { StartingLists } from "./take-section.tsx";

export const handle: Handle = { help: "le-dossier-dune-fête" };

export const meta = privateMeta(
  "Prendre un dossier",
  "Les tâches et les notes d’un autre dossier, ou une liste de départ.",
);

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const owner = await requireDossierOfRoute(services, params);
  const [sources, tasks] = await Promise.all([listSources(services, owner), services.tasks.list(owner.subject)]);
  return {
    name: owner.name,
    sources: sources.map(viewSource),
    lists: viewStartingLists(tasks),
    hasTasks: tasks.length > 0,
  };
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, { where: "take dossier", fields: ["from", "list"], listField: "task" }, async (sent) => {
    const { typed, list: ticked, services, by } = sent;
    const owner = await findDossierOfRoute(services, args.params);
    if (!owner) return formResult({ gone: true, typed }, 409);
    const { from = "", list = "" } = typed;
    const taken = from
      ? await takeDossier(services, owner, from, by)
      : await takeStartingList(services, owner, { list, ticked }, by);
    return taken.ok
      ? redirectToAddedTasks(args.context, owner, taken.value)
      : formResult({ errors: { [from ? "from" : "list"]: taken.reason }, typed, list: ticked }, 400);
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function TakeDossierPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, sources, lists, hasTasks } = loaderData;
  const page = dossierUrl(params.eventId);
  const { typed, list: ticked = [], errors, failed, gone }: FormResult = actionData ?? {};
  const isListed = sources.some(({ subject }) => subject === typed?.from) || lists.some(({ id }) => id === typed?.list);
  const refused = errors?.list ? { list: typed?.list ?? "", ticked, sentence: errors.list } : undefined;
  return (
    <Screen
      style="paille"
      title="Prendre un dossier"
      lead={<bdi>{name}</bdi>}
      className="member dossier"
      failed={(failed || gone) && "Rien n’a été pris."}
    >
      <ListLinks>
        <StrongLink to={page}>Retour au dossier</StrongLink>
      </ListLinks>
      {errors && !isListed && <FailureNotice title="Rien n’a été pris." text={errors.from ?? errors.list ?? ""} />}
      {hasTasks && <p>Le dossier garde ses tâches et ses notes&nbsp;: seul ce qui manque s’ajoute.</p>}
      <section className="dossier__start" aria-labelledby="autres">
        <h2 id="autres">D’un autre événement</h2>
        {sources.length === 0 ? (
          <p>Aucun autre événement n’a de dossier pour l’instant.</p>
        ) : (
          <ul role="list" className="list dossier__sources">
            {sources.map(({ subject, label }) => (
              <li key={subject}>
                <div>
                  <bdi>{label}</bdi>
                  {typed?.from === subject && <FieldError id="from-erreur" text={errors?.from} />}
                </div>
                <Form method="post" action={`${page}/prendre`}>
                  <input type="hidden" name="from" value={subject} />
                  <SubmitButton className="btn btn--small" label="Prendre" about={label} />
                </Form>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="dossier__start" aria-labelledby="listes">
        <StartingLists page={page} lists={lists} refused={refused} />
      </section>
    </Screen>
  );
}
