import { redirect } from "react-router";
import { type Services, servicesContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { slotPlanUrl, urlOfDossier } from "#app/ui/event-url.ts";
import { useActedRows, useSteadyRows } from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { ListLinks } from "#app/ui/list/list-links.tsx";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoGroupNotice } from "#app/ui/list/undo-together.tsx";
import { RichText } from "#app/ui/rich-text.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { taskCountInFrench } from "#domain/dossier/task-words.ts";
import type { Person } from "#domain/person.ts";
import type { DossierOwner } from "#usecases/dossiers/find-dossier.ts";
import { listOtherDossiers } from "#usecases/dossiers/list-dossiers.ts";
import { undoAddition } from "#usecases/dossiers/take-dossier.ts";
import {
  deleteTask,
  restoreTask,
  setTaskDone,
  type UndoableTaskChange,
  undoTaskChange,
} from "#usecases/dossiers/tasks.ts";
import type { Route } from "./+types/dossier.ts";
import { type DossierView, viewDossier } from "./dossier-view.server.ts";
import { findDossierOfRoute, requireDossierOfRoute } from "./find-dossier.server.ts";
import { HandoverItemSection } from "./handover-item-section.tsx";
import { viewHandoverItems } from "./handover-items-view.server.ts";
import { ResultSection } from "./result-section.tsx";
import { readResultView } from "./result-view.server.ts";
import { LastYearsButton, StartingLists } from "./take-section.tsx";
import { TaskForm } from "./task-form.tsx";
import { TaskRow } from "./task-row.tsx";

export const handle: Handle = { help: "le-dossier-dune-fête" };

export const meta = privateMeta("Dossier", "Ce qu’un événement demande\u00a0: ses tâches, ses notes et son résultat.");

export async function loader({ params, url, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const owner = await requireDossierOfRoute(services, params);
  // The event of a kept dossier was restored.
  if (params.eventId === undefined && owner.eventId !== null) throw redirect(urlOfDossier(owner));
  // Both parts need them.
  const others = owner.event ? listOtherDossiers(services, owner) : Promise.resolve([]);
  const [dossier, items, result] = await Promise.all([
    viewDossier(services, owner, others, url),
    owner.subject === ASSOCIATION ? viewHandoverItems(services, url) : null,
    owner.event ? readResultView(services, owner, others) : null,
  ]);
  return { dossier, items, result };
}

const INTENTIONS = ["done", "reopen", "delete", "restore", "undo-change", "undo-addition"] as const;

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "dossier",
    fields: ["version", "at"],
    intentions: INTENTIONS,
    act: async (intention, { typed: { version = "", at = "" }, ids: [id = ""], services, by, isUndo }) => {
      const owner = await findDossierOfRoute(services, args.params);
      if (!owner) return listResponse(args, { ids: [], toast: "dossier-gone" });
      if (intention === "undo-addition") {
        const removed = await undoAddition(services, owner, id, by);
        return listResponse(args, { ids: removed, anchor: "ajout", toast: "tasks-removed" });
      }
      const name = await nameOfTask(services, id);
      const outcome = await actOnTask(services, owner, { intention, id, version, at, isUndo }, by);
      return listResponse(args, { ids: [id], name, ...outcome });
    },
  });

type TaskAction = UndoableTaskChange & {
  readonly intention: Exclude<(typeof INTENTIONS)[number], "undo-addition">;
  readonly isUndo: boolean;
};
type Outcome = Pick<Parameters<typeof listResponse>[1], "toast" | "isUndo">;

async function actOnTask(
  services: Services,
  owner: DossierOwner,
  action: TaskAction,
  by: Person | null,
): Promise<Outcome> {
  const { intention, id, isUndo } = action;
  switch (intention) {
    case "restore":
      return RESTORED[await restoreTask(services, owner, id, by)];
    case "undo-change": {
      const outcome = await undoTaskChange(services, owner, action, by);
      return outcome === "updated" ? { toast: "task-back", isUndo: true } : { toast: "changed-meanwhile" };
    }
    case "delete":
      return { toast: (await deleteTask(services, owner, id, by)) ? "task-deleted" : "entry-gone" };
    default: {
      const task = await setTaskDone(services, owner, { id, isDone: intention === "done" }, by);
      if (!task) return { toast: "entry-gone" };
      return { toast: intention === "done" ? "task-done" : "task-reopened", isUndo };
    }
  }
}

const RESTORED = {
  restored: { toast: "task-restored", isUndo: true },
  taken: { toast: "task-taken" },
  absent: { toast: "bin-gone" },
} as const satisfies Record<string, Outcome>;

async function nameOfTask({ tasks, bin }: Pick<Services, "tasks" | "bin">, id: string): Promise<string> {
  const task = await tasks.get(id);
  if (task) return task.text;
  const deleted = await bin.findOf(id);
  return deleted?.kind === "task" ? deleted.fields.text : "";
}

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function DossierPage({ loaderData: { dossier, items, result }, actionData }: Route.ComponentProps) {
  const { page, name, when, state, isKept, eventId, rows, empty, added } = dossier;
  const { url } = useActedRows(dossier.url);
  return (
    <ListScreen
      style="paille"
      title="Dossier"
      lead={
        <>
          <bdi>{name}</bdi>
          {when && `, ${when}`}
        </>
      }
      className="member dossier"
      failed={actionData?.failed && "Rien n’a été changé."}
      links={
        <ListLinks>
          {rows.length > 0 && (
            <a className="strong-link" href="#notes">
              Notes
            </a>
          )}
          {eventId !== null && !empty && <StrongLink to={`${page}/prendre`}>Prendre d’un autre dossier</StrongLink>}
          {eventId !== null && <StrongLink to={slotPlanUrl(eventId)}>Coups de main</StrongLink>}
          {eventId !== null && (
            <StrongLink to={`/evenement/modify/${encodeURIComponent(eventId)}`}>L’événement</StrongLink>
          )}
        </ListLinks>
      }
      notice={
        <>
          {isKept && <p className="notice">L’événement est supprimé&nbsp;: son dossier est resté.</p>}
          {state && <p className="notice">{STATES[state]}</p>}
          {added && <AddedNotice {...added} url={url} />}
        </>
      }
    >
      {items && <HandoverItemSection view={items} />}
      {empty && <EmptyDossier page={page} {...empty} />}
      <div className="dossier__parts" data-one-tap>
        <TaskSection dossier={dossier} />
        <div className="dossier__beside">
          {result && <ResultSection view={result} />}
          <NotesSection dossier={dossier} />
        </div>
      </div>
    </ListScreen>
  );
}

const STATES: Record<NonNullable<DossierView["state"]>, string> = {
  cancelled: "L’événement est annulé\u00a0: ses tâches ne sont plus dans «\u00a0À faire\u00a0».",
  postponed: "L’événement est reporté, sans date pour l’instant\u00a0: les jours J± viendront avec elle.",
};

function AddedNotice({ at, count, hasNotes, isUndone, url }: NonNullable<DossierView["added"]> & { url: string }) {
  const parts = [count > 0 && taskCountInFrench(count), hasNotes && "les notes"].filter(Boolean);
  const text = isUndone
    ? "C’est annulé\u00a0: les tâches sont dans la corbeille."
    : parts.length === 0
      ? "C’est dans le dossier."
      : `Ajouté\u00a0: ${parts.join(", et ")}.`;
  return (
    <div id="ajout">
      <UndoGroupNotice undo={parts.length > 0 ? "undo-addition" : null} ids={[at]} text={text} url={url} />
    </div>
  );
}

type EmptyProps = NonNullable<DossierView["empty"]> & { page: string };

const EmptyDossier = ({ page, lastYears, lists }: EmptyProps) => (
  <section className="dossier__start" aria-label="Pour commencer" data-one-tap>
    <p>Ce dossier est vide. Il ne part pas de rien&nbsp;:</p>
    <div className="dossier__offers row">
      {lastYears && <LastYearsButton page={page} source={lastYears} />}
      <StrongLink to={`${page}/prendre`}>Prendre le dossier d’un autre événement</StrongLink>
    </div>
    <StartingLists page={page} lists={lists} />
  </section>
);

function TaskSection({ dossier }: { dossier: DossierView }) {
  const { page, open, done, names, newTask, added } = dossier;
  const rows = useSteadyRows(dossier.rows);
  const { url, isSending } = useActedRows(dossier.url);
  const form = (
    <TaskForm
      action={`${page}/tache`}
      initial={newTask}
      names={names}
      isAssociation={dossier.isAssociation}
      result={{}}
    />
  );
  const listOf = (amongDone: boolean) => (
    <ul role="list" className="list list--tasks">
      {rows
        .filter((row) => row.amongDone === amongDone)
        .map((row) => (
          <TaskRow key={row.id} row={row} page={page} url={url} isSending={isSending(row.id)} />
        ))}
    </ul>
  );
  return (
    <section className="dossier__tasks" aria-labelledby="taches">
      <h2 id="taches">Tâches</h2>
      <p role="status">{rows.length === 0 ? "Aucune tâche pour l’instant." : countInFrench(open, done)}</p>
      {/* After an addition, the form is closed and empty again. */}
      <details className="dossier__fold" key={added?.at}>
        <summary className="strong-link">Ajouter une tâche</summary>
        {form}
      </details>
      {listOf(false)}
      {rows.some(({ amongDone }) => amongDone) && (
        <>
          <h2>Tâches faites</h2>
          {listOf(true)}
        </>
      )}
    </section>
  );
}

const countInFrench = (open: number, done: number): string =>
  `${open === 0 ? "Plus rien" : taskCountInFrench(open)} à faire${done === 0 ? "" : `, ${done}\u00a0${done === 1 ? "faite" : "faites"}`}`;

const NotesSection = ({ dossier: { notes, notesHistory, page } }: { dossier: DossierView }) => (
  <section className="dossier__notes" aria-labelledby="notes">
    <h2 id="notes">Notes</h2>
    {notes.length === 0 ? (
      <p>Rien encore&nbsp;: combien commander, qui appeler, ce qui a manqué.</p>
    ) : (
      <RichText blocks={notes} />
    )}
    <div className="row">
      <StrongLink to={`${page}/notes`}>{notes.length === 0 ? "Écrire des notes" : "Modifier les notes"}</StrongLink>
      {notesHistory && <StrongLink to={notesHistory}>Historique des notes</StrongLink>}
    </div>
  </section>
);
