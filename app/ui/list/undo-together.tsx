import { Form } from "react-router";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { UNDO_FIELD } from "./list-query.ts";

/** The group of entries whose action one tap undoes. `undo`: the intention; null once it is undone. */
export type UndoGroup = { readonly undo: string | null; readonly ids: readonly string[]; readonly text: string };

/** Keep the notice after the undo, so that no row moves. */
export const UndoGroupNotice = ({ undo, ids, text, url }: UndoGroup & { url: string }) => (
  <div className="notice notice--undo row">
    <p role="status">
      <b>{text}</b>
    </p>
    {undo && (
      <Form method="post" action={url} preventScrollReset>
        <input type="hidden" name={UNDO_FIELD} value="1" />
        <input type="hidden" name="id" value={ids.join(" ")} />
        <SubmitButton
          className="btn btn--small btn--neige"
          intention={undo}
          label={ids.length > 1 ? "Tout annuler" : "Annuler"}
        />
      </Form>
    )}
  </div>
);
