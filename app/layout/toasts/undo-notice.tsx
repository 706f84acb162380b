import { Form, Link, useRouteLoaderData } from "react-router";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import { type EventUndo, isEventUndo, type Toast } from "./toast-texts.ts";

/**
 * A notice in the page, because a toast needs JavaScript and disappears (docs/specification.md section 9).
 * @param retention sentence that says when handled sign-ups or messages are deleted
 */
export function UndoNotice({ retention }: { retention?: string }) {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  // The card of an event says itself what was done.
  if (!toast?.undo || isEventUndo(toast.undo)) return null;
  const isMarked = typeof toast.undo === "object" && toast.undo.intention === "unmark";
  return (
    <div className="page-frame">
      <div className="announcement announcement--undo row">
        <p>
          <b>{toast.text}.</b>{" "}
          {isMarked ? (
            retention
          ) : (
            <>
              Pendant {BIN_DAYS}&nbsp;jours, c’est dans la <Link to="/corbeille">corbeille</Link>.
            </>
          )}
        </p>
        <Undo undo={toast.undo} />
      </div>
    </div>
  );
}

/** `reloadDocument`: a client-side redirect would scroll to the restored item before the page shows the item. */
export function Undo({ undo }: { undo: NonNullable<Toast["undo"]> }) {
  if (isEventUndo(undo)) return <UndoEvent {...undo} />;
  const one = typeof undo === "string";
  const { list, intention, ids } = one ? { list: "/corbeille", intention: "restore", ids: [undo] } : undo;
  return (
    <Form className="undo-deletion" method="post" action={list} reloadDocument={one} preventScrollReset>
      <input type="hidden" name="intention" value={intention} />
      {ids.map((id) => (
        <input key={id} type="hidden" name={one ? "key" : "id"} value={id} />
      ))}
      <button className="link-button" type="submit">
        Annuler
      </button>
    </Form>
  );
}

const UndoEvent = ({ event, version, at }: EventUndo) => (
  <Form className="undo-deletion" method="post" action="/planning" reloadDocument>
    {Object.entries({ id: event, version, at }).map(([field, value]) => (
      <input key={field} type="hidden" name={field} value={value} />
    ))}
    <button className="link-button" type="submit" name="intention" value="undo">
      Annuler
    </button>
  </Form>
);
