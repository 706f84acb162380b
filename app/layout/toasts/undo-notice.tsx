import { Form, Link, useRouteLoaderData } from "react-router";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { Toast } from "./toast-texts.ts";

/** A notice in the page, because a toast needs JavaScript and disappears (docs/specification.md section 9). */
export function UndoNotice() {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  if (!toast?.undo) return null;
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
export const Undo = ({ undo }: { undo: string }) => (
  <Form className="undo-deletion" method="post" action="/corbeille" reloadDocument preventScrollReset>
    <input type="hidden" name="intention" value="restore" />
    <input type="hidden" name="key" value={undo} />
    <button className="link-button" type="submit">
      Remettre
    </button>
  </Form>
);
