import { Form, Link } from "react-router";
import { accountContext, servicesContext, siteContext } from "#app/contexts.ts";
import { privateMeta } from "#app/layout/head/page-meta.ts";
import type { Handle } from "#app/route-handle.ts";
import { COMMITTEE_START } from "#app/session/safe-redirect.ts";
import { ActionButton } from "#app/ui/action-button.tsx";
import empty from "#app/ui/drawings/vide-planning.svg";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { keptDossierUrl } from "#app/ui/event-url.ts";
import { useActedRows, useSteadyRows } from "#app/ui/list/acted-rows.ts";
import { listAction } from "#app/ui/list/list-action.server.ts";
import { listResponse } from "#app/ui/list/list-response.server.ts";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { ListScreen } from "#app/ui/list/list-screen.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import { ShareMessageLink } from "#app/ui/share/share-link.tsx";
import { StrongLink } from "#app/ui/strong-link.tsx";
import { ASSOCIATION } from "#domain/dossier/task.ts";
import { hasDossier } from "#usecases/to-do/read-to-do.ts";
import type { Route } from "./+types/to-do.ts";
import { type ToDoFilter, toDoUrl } from "./to-do-url.ts";
import { type ToDoRowView, type ToDoView, viewToDo } from "./to-do-view.server.ts";

export const handle: Handle = { share: true, help: "à-faire" };

export const meta = privateMeta("À faire", "Ce qui est en retard, et ce qui vient.");

export const loader = ({ url, context }: Route.LoaderArgs) =>
  viewToDo(
    context.get(servicesContext),
    context.get(accountContext) ?? { id: "", firstName: "" },
    url,
    context.get(siteContext).publicUrl,
  );

export const action = (args: Route.ActionArgs) =>
  listAction(args, {
    where: "to-do",
    intentions: ["done", "reopen"],
    act: async (intention, { ids: [id = ""], services, by, isUndo }) => {
      const { tasks, clock } = services;
      const isDone = intention === "done";
      const shown = await tasks.get(id);
      const task =
        shown && (await hasDossier(services, shown)) && (await tasks.setDone(id, isDone, { by, at: clock.now() }));
      if (!task) return listResponse(args, { ids: [], toast: "entry-gone" });
      return listResponse(args, { ids: [id], toast: isDone ? "task-done" : "task-reopened", name: task.text, isUndo });
    },
  });

export { screenClientAction as clientAction } from "#app/ui/form/client-action.ts";

export default function ToDoPage({ loaderData: toDo, actionData }: Route.ComponentProps) {
  const rows = useSteadyRows(toDo.rows);
  const { url, isSending } = useActedRows(toDo.url);
  const periods = [...new Set(rows.map(({ period }) => period))];
  return (
    <ListScreen
      style="paille"
      title="À faire"
      className="to-do"
      failed={actionData?.failed && "Rien n’a été noté."}
      tools={<Tools {...toDo} />}
      empty={rows.length === 0 && <NothingToDo {...toDo} />}
      pager={{ page: toDo.view.page, pages: toDo.pages, addressOf: (page) => toDoUrl({ ...toDo.view, page }) }}
    >
      {periods.map((period) => (
        <section key={period} aria-label={period}>
          <h2>{period}</h2>
          <ul role="list" className="list list--to-do">
            {rows
              .filter((row) => row.period === period)
              .map((row) => (
                <ToDoRow key={row.id} row={row} url={url} isSending={isSending(row.id)} />
              ))}
          </ul>
        </section>
      ))}
    </ListScreen>
  );
}

/** The filter is part of the address. Without a first name, an account has no tasks of its own. */
function Tools({ mine, onlyMine, message }: ToDoView) {
  if (mine === null && !message) return null;
  return (
    <div className="to-do__tools row">
      {mine !== null && (
        <Form className="chips" method="get" action={COMMITTEE_START} preventScrollReset>
          <div className="chips__strip">
            <button type="submit" aria-pressed={!onlyMine}>
              Toutes
            </button>
            <button type="submit" name="filtre" value={"mine" satisfies ToDoFilter} aria-pressed={onlyMine}>
              Mes tâches
              {mine > 0 && <b>{mine}</b>}
            </button>
          </div>
        </Form>
      )}
      {message && <ShareMessageLink className="btn btn--small btn--neige" shared={message} hasField />}
    </div>
  );
}

function NothingToDo({ onlyMine, count }: ToDoView) {
  if (onlyMine && count > 0)
    return (
      <p className="list-empty">
        Rien à votre nom. <StrongLink to={COMMITTEE_START}>Voir toutes les tâches</StrongLink>
      </p>
    );
  return (
    <EmptyState image={empty} title="Rien à faire">
      <p>
        Les tâches viennent des dossiers&nbsp;: celui de chaque événement, sous <Link to="/planning">Planning</Link>, et
        celui de l’<Link to={keptDossierUrl(ASSOCIATION)}>Association</Link>. Le site ajoute ce qu’il trouve lui-même.
      </p>
    </EmptyState>
  );
}

type RowProps = { row: ToDoRowView; url: string; isSending: boolean };

function ToDoRow({ row: { id, isTask, text, href, eventName, day, who, former, outcome }, url, isSending }: RowProps) {
  const said = isSending ? "Un instant…" : outcome && `${outcome}.`;
  return (
    <ListRow
      id={id}
      name={
        <h3>
          <Link to={href}>
            <bdi>{text}</bdi>
          </Link>
        </h3>
      }
      actions={
        isTask ? (
          <ActionButton className="btn btn--small" action={url} id={id} intention="done">
            Fait<span className="sr-only">&nbsp;: {text}</span>
          </ActionButton>
        ) : (
          <Link className="btn btn--small btn--neige" to={href}>
            Voir<span className="sr-only">&nbsp;: {text}</span>
          </Link>
        )
      }
      outcome={said}
      undo={!isSending && outcome && <UndoButton url={url} id={id} name={text} intention="reopen" />}
    >
      <p className="to-do__facts">
        {day && <b>{day}</b>}
        {eventName && <bdi>{eventName}</bdi>}
        {who && <bdi className="to-do__who">{who}</bdi>}
        {former && <bdi className="to-do__former">{former}</bdi>}
      </p>
    </ListRow>
  );
}
