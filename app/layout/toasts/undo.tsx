import { Form } from "react-router";
import type { EventUndo, Toast } from "./toast-texts.ts";

/** `reloadDocument`: a client-side redirect would scroll to the restored item before the page shows the item. */
export const Undo = ({ undo }: { undo: NonNullable<Toast["undo"]> }) =>
  typeof undo === "object" ? (
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
