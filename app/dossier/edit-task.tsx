import { data } from "react-router";
import { accountContext, servicesContext, subjectDeletedContext } from "#app/contexts.ts";
import { Banner } from "#app/layout/banner.tsx";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import { redirectWithToast } from "#app/layout/toasts/redirect-with-toast.server.ts";
import type { Handle } from "#app/route-handle.ts";
import art from "#app/ui/drawings/bandeau-evenement.svg";
import { dossierUrl, keptDossierUrl, urlOfDossier } from "#app/ui/event-url.ts";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { formResult, handleForm } from "#app/ui/form/handle-form.server.ts";
import { rowId, withActedRows } from "#app/ui/list/acted-rows.ts";
import { ASSOCIATION, EMPTY_TASK } from "#domain/dossier/task.ts";
import { taskAsTyped, taskFieldsInFrench, taskSchema } from "#domain/dossier/task-form.ts";
import { fieldNames, type TypedValues } from "#domain/fields.ts";
import type { DossierOwner } from "#usecases/dossiers/find-dossier.ts";
import { listProposedNames } from "#usecases/dossiers/proposed-names.ts";
import { addTask, changeTask, type TaskUpdateOutcome } from "#usecases/dossiers/tasks.ts";
import type { Services } from "#usecases/services.ts";
import type { Route } from "./+types/edit-task.ts";
import { findDossierOfRoute, requireDossierOfRoute } from "./find-dossier.server.ts";
import { redirectToAddedTasks } from "./redirect-to-added.server.ts";
import { TaskForm } from "./task-form.tsx";

const titleOf = (taskId: string | undefined): string => (taskId ? "Modifier une tâche" : "Ajouter une tâche");

export const handle: Handle = { help: "le-dossier-dune-fête" };

export const meta: Route.MetaFunction = (args) =>
  privateMeta(titleOf(args.params.taskId), "Ce qui est à faire, jusqu’à quand, et par qui.")(args);

const NOTHING_STORED = { initial: {}, version: "", name: "", names: [] };

export async function loader({ params, context }: Route.LoaderArgs) {
  // While the user was typing, the session may have ended, or the document may have been deleted. The form then shows the
  // typed values, and no stored data.
  if (!context.get(accountContext) || context.get(subjectDeletedContext)) return NOTHING_STORED;
  const services = context.get(servicesContext);
  const owner = await requireDossierOfRoute(services, params);
  const task = params.taskId === undefined ? null : await requireTask(services, owner, params.taskId);
  return {
    initial: taskAsTyped(task ?? EMPTY_TASK) satisfies TypedValues,
    version: task?.version ?? "",
    name: owner.name,
    names: await listProposedNames(services),
  };
}

/** @throws a 404 response for an unknown task, or a task of another dossier */
async function requireTask({ tasks }: Pick<Services, "tasks">, { subject }: DossierOwner, id: string) {
  const task = await tasks.get(id);
  if (task?.event !== subject) throw data(null, { status: 404 });
  return task;
}

export const action = (args: Route.ActionArgs) =>
  handleForm(
    args,
    { where: "task", fields: [...fieldNames(taskSchema()), "version"], ofCommittee: true },
    async ({ typed, services, by }) => {
      const owner = await findDossierOfRoute(services, args.params);
      if (!owner) return formResult({ gone: true, typed }, 409);
      const { taskId: id } = args.params;
      if (id === undefined) {
        const added = await addTask(services, owner, typed, by);
        return added.ok
          ? redirectToAddedTasks(args.context, owner, added.value)
          : formResult({ errors: added.reason, typed }, 400);
      }
      const change = await changeTask(services, owner, { id, version: typed.version ?? "", typed }, by);
      if (change.is !== "updated") return refusalResult(change, typed);
      const target = `${withActedRows(urlOfDossier(owner), [id])}#${rowId(id)}`;
      return redirectWithToast(args.context, target, "task-updated", { name: typed.text });
    },
  );

/** After a conflict, names the stored values that differ from the typed values. */
function refusalResult(change: Exclude<TaskUpdateOutcome, { is: "updated" }>, typed: TypedValues) {
  if (change.is === "form") return formResult({ errors: change.errors, typed }, 400);
  if (change.is !== "outdated") return formResult({ gone: true, typed }, 409);
  const { now } = change;
  const words = taskFieldsInFrench(change.typed);
  const current = taskFieldsInFrench(now).filter((text) => !words.includes(text));
  return formResult({ conflict: { version: now.version, current, by: now.updatedBy?.name ?? null }, typed }, 409);
}

export { shouldRevalidate } from "#app/session/sign-in-result.ts";

export { clientAction } from "#app/ui/form/client-action.ts";

export default function EditTaskPage({ loaderData, actionData, params }: Route.ComponentProps) {
  const { name, ...form } = loaderData;
  const result: FormResult = actionData ?? {};
  const { eventId, subject = "", taskId } = params;
  const page = eventId === undefined ? keptDossierUrl(subject) : dossierUrl(eventId);
  const action = `${page}/tache${taskId === undefined ? "" : `/${taskId}`}`;
  return (
    <main id="contenu">
      <Banner lowOnPhone style="paille" art={art} title={titleOf(taskId)}>
        <bdi>{name}</bdi>
      </Banner>
      <div className="page-frame sheet">
        <TaskForm
          {...form}
          version={taskId === undefined ? undefined : form.version}
          action={action}
          isAssociation={subject === ASSOCIATION}
          result={result}
          back={page}
        />
      </div>
    </main>
  );
}
