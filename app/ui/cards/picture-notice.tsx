import { useLayoutEffect } from "react";
import { Form, Link, useLocation, useRouteLoaderData } from "react-router";
import type { Toast } from "#app/layout/toasts/toast-texts.ts";
import { rebaseDraft } from "#app/ui/form/drafts.ts";

/**
 * Says that the picture was changed, and gives the new version to the form's unsaved draft. Render this component
 * before the form.
 */
export function PictureNotice() {
  const { toast } = useRouteLoaderData("root") as { toast: Toast | null };
  const { pathname } = useLocation();
  const changed = toast?.picture;
  const isThisCard = changed?.page.startsWith(`${pathname}/`) ?? false;
  const { from = "", to = "" } = (isThisCard && changed) || {};
  // A layout effect: the draft must have the new version before the form restores the draft.
  useLayoutEffect(() => {
    if (from !== "" && to !== "") rebaseDraft(pathname, from, to);
  }, [pathname, from, to]);
  if (!changed || !isThisCard || changed.was === undefined) return null;
  return (
    <div className="page-frame">
      <div className="notice notice--undo row">
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
