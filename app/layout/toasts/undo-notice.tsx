import { Form, Link, useRouteLoaderData } from "react-router";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import { type EventUndo, isEventUndo, type Toast } from "./toast-texts.ts";

/** A notice in the page, because a toast needs JavaScript and disappears (docs/specification.md section 9). */
export function UndoNotice() {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  // The card of an event says itself what was done.
  if (!toast?.undo || isEventUndo(toast.undo)) return null;
  return (
    <div className="page-frame">
      <div className="announcement announcement--undo row">
        <p>
          <b>{toast.text}.</b> Pendant {BIN_DAYS}&nbsp;jours, c’est dans la <Link to="/corbeille">corbeille</Link>.
        </p>
        <Undo undo={toast.undo} />
      </div>
    </div>
  );
}

/** `reloadDocument`: a client-side redirect would scroll to the restored item before the page shows the item. */
export const Undo = ({ undo }: { undo: NonNullable<Toast["undo"]> }) =>
  isEventUndo(undo) ? (
    <UndoEvent {...undo} />
  ) : (
    <Form className="undo-deletion" method="post" action="/corbeille" reloadDocument preventScrollReset>
      <input type="hidden" name="intention" value="restore" />
      <input type="hidden" name="key" value={undo} />
      <button className="link-button" type="submit">
        Annuler
      </button>
    </Form>
  );

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
