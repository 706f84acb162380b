import { Link } from "react-router";
import { ActionButton } from "#app/ui/action-button.tsx";
import Tick from "#app/ui/drawings/sign-tick.svg?drawing";
import { DeleteRowButton } from "#app/ui/list/delete-row-button.tsx";
import { ListRow } from "#app/ui/list/list-row.tsx";
import { UndoButton } from "#app/ui/list/undo-button.tsx";
import type { TaskRowView } from "./dossier-view.server.ts";

type Props = { row: TaskRowView; page: string; url: string; isSending: boolean };

export function TaskRow({ row, page, url, isSending }: Props) {
  const { id, text, due, who, former, isLate, doneOn, amongDone, outcome, undo, change } = row;
  return (
    <ListRow
      id={id}
      className={doneOn ? "task task--done" : "task"}
      name={
        <h3>
          <bdi>{text}</bdi>
        </h3>
      }
      actions={<TaskActions row={row} page={page} url={url} />}
      outcome={isSending ? "Un instant…" : outcome && `${outcome}.`}
      undo={
        !isSending &&
        undo && (
          <UndoButton url={url} id={id} name={text} intention={undo} fields={undo === "undo-change" ? change : {}} />
        )
      }
    >
      <div className="task__facts row">
        <p>{due}</p>
        {/* Nothing appears after a tap: the row would become higher. */}
        {isLate && !amongDone && <span className="badge">En retard</span>}
        {doneOn && amongDone && <p>faite le {doneOn}</p>}
        {who && (
          <p>
            <b>
              <bdi>{who}</bdi>
            </b>
          </p>
        )}
        {former && <p className="task__former">{former}</p>}
      </div>
    </ListRow>
  );
}

const TaskActions = ({ row: { id, text, amongDone }, page, url }: Omit<Props, "isSending">) => (
  <div className="row">
    <ActionButton
      className={amongDone ? "btn btn--small btn--neige" : "btn btn--small"}
      action={url}
      id={id}
      intention={amongDone ? "reopen" : "done"}
    >
      {!amongDone && <Tick />}
      {amongDone ? "Rouvrir" : "Fait"}
      <span className="sr-only">&nbsp;: {text}</span>
    </ActionButton>
    <Link className="btn btn--small btn--neige" to={`${page}/tache/${id}`}>
      Modifier<span className="sr-only">&nbsp;: {text}</span>
    </Link>
    <DeleteRowButton action={url} id={id} name={text} />
  </div>
);
