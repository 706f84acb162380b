import { Form, Link, useRouteLoaderData } from "react-router";
import { BIN_DAYS } from "#domain/recycle-bin.ts";
import type { Toast } from "./toast-texts.ts";

/**
 * The undo button of a toast needs JavaScript and disappears after two seconds. The button of this notice stays
 * (docs/specification.md section 9).
 * @param retention sentence that says what happens to handled entries
 */
export function UndoNotice({ retention }: { retention?: string }) {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  if (!toast?.undo) return null;
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

/**
 * To restore a document, the browser loads the whole page. A client-side redirect would scroll to the document's
 * fragment (#id) before the document is rendered.
 */
export function Undo({ undo }: { undo: NonNullable<Toast["undo"]> }) {
  const one = typeof undo === "string";
  const { list, intention, ids } = one ? { list: "/corbeille", intention: "restore", ids: [undo] } : undo;
  return (
    <Form className="undo-deletion" method="post" action={list} reloadDocument={one} preventScrollReset>
      <input type="hidden" name="intention" value={intention} />
      {ids.map((id) => (
        <input key={id} type="hidden" name={one ? "key" : "id"} value={id} />
      ))}
      <button className="link-button" type="submit">
        Remettre
      </button>
    </Form>
  );
}
