import { Form } from "react-router";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";

/** The button « Annuler » on a deleted card that keeps its place. It leads to the restored card. */
export const UndoDeletion = ({ binKey, name }: { binKey: string; name: string }) => (
  <Form className="undo-card" method="post" action="/corbeille" reloadDocument>
    <input type="hidden" name="key" value={binKey} />
    <SubmitButton className="strong-link" intention="restore" label="Annuler" about={name} />
  </Form>
);
