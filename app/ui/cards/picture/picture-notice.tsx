import { useLayoutEffect } from "react";
import { Form, Link, useLocation, useRouteLoaderData } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import { renameDraft } from "#app/ui/cards/card-draft.ts";

/**
 * Says on the form of a card that its picture was just changed, and takes that back with one tap. It stands before the
 * form: what was typed there over the card as it was is a draft over the card as it is, with nothing but another picture.
 */
export function PictureNotice() {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  const { pathname } = useLocation();
  const changed = toast?.picture;
  const isHere = changed?.page.startsWith(`${pathname}/`) ?? false;
  const { from = "", to = "" } = (isHere && changed) || {};
  // Before the form looks for its draft.
  useLayoutEffect(() => {
    if (from !== "" && to !== "") renameDraft(pathname, from, to);
  }, [pathname, from, to]);
  if (!changed || !isHere || changed.was === undefined) return null;
  return (
    <div className="page-frame">
      <div className="announcement announcement--undo row">
        <p>
          <b>{toast.text}.</b> L’état d’avant reste dans l’<Link to="historique">historique</Link>.
        </p>
        <Form className="undo-deletion" method="post" action={changed.page} reloadDocument>
          <input type="hidden" name="intention" value="undo" />
          <input type="hidden" name="picture" value={changed.was ?? ""} />
          <input type="hidden" name="version" value={to} />
          <button className="link-button" type="submit">
            Annuler
          </button>
        </Form>
      </div>
    </div>
  );
}
