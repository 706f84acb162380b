import { Form, Link, useRouteLoaderData } from "react-router";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { Toast } from "./toast-texts.ts";

/**
 * Offers to undo the last deletion in this list. The toast offers it too, but for two seconds only and not without
 * script (docs/specification.md section 9).
 */
export function DeletionNotice() {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  if (!toast?.undo) return null;
  return (
    <div className="page-frame">
      <div className="announcement announcement--undo row">
        <p>
          <b>{toast.text}.</b> Pendant {BIN_DAYS}&nbsp;jours, c’est dans la <Link to="/corbeille">corbeille</Link>.
        </p>
        <UndoDeletion undo={toast.undo} />
      </div>
    </div>
  );
}

/**
 * A button that restores a deleted document, with a full page load: a client-side redirect to a fragment of the same
 * page would scroll before the restored card is rendered.
 * @param undo key in the recycle bin
 */
export const UndoDeletion = ({ undo }: { undo: string }) => (
  <Form className="undo-deletion" method="post" action="/corbeille" reloadDocument>
    <input type="hidden" name="intention" value="restore" />
    <input type="hidden" name="key" value={undo} />
    <button className="link-button" type="submit">
      Remettre
    </button>
  </Form>
);
