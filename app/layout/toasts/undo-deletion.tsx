import { Form } from "react-router";

/**
 * Takes a deletion back at once. The browser itself sends it: led by script to what came back on the very page it stands
 * on, it would only jump there, in the middle of the answer.
 * @param undo key in the recycle bin of what was deleted
 */
export const UndoDeletion = ({ undo }: { undo: string }) => (
  <Form className="undo-deletion" method="post" action="/corbeille" reloadDocument>
    <input type="hidden" name="intention" value="restore" />
    <input type="hidden" name="key" value={undo} />
    <button className="link-button" type="submit">
      Annuler
    </button>
  </Form>
);
