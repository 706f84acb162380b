import { Form } from "react-router";
import type { Toast } from "./toast-texts.ts";

type Undoable = NonNullable<Toast["undo"]>;

/** The form that undoes the action: its URL and its fields. */
function formOf(undo: Undoable): { action: string; fields: Readonly<Record<string, string>>; intention: string } {
  if (typeof undo === "string") return { action: "/corbeille", fields: { key: undo }, intention: "restore" };
  if ("successor" in undo)
    return { action: "/comite", fields: { id: undo.successor, key: undo.key }, intention: "undo-replacement" };
  const { event: id, version, at } = undo;
  return { action: "/planning", fields: { id, version, at }, intention: "undo" };
}

/** `reloadDocument`: a client-side redirect would scroll to the restored item before the page shows the item. */
export function ToastUndo({ undo }: { undo: Undoable }) {
  const { action, fields, intention } = formOf(undo);
  return (
    <Form className="undo-deletion" method="post" action={action} reloadDocument preventScrollReset>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <button className="link-button" type="submit" name="intention" value={intention}>
        Annuler
      </button>
    </Form>
  );
}
