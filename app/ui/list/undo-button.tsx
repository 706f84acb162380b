import { Form } from "react-router";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { UNDO_FIELD } from "./list-query.ts";

type Props = {
  url: string;
  id: string;
  /** Name of the person or thing, for screen readers. */
  name: string;
  intention: string;
  fields?: Readonly<Record<string, string>>;
  /** For a row on which the user has not just acted. */
  label?: string | undefined;
};

/** The button « Annuler » of a row (`ListRow`'s `undo`). */
export const UndoButton = ({ url, id, name, intention, fields = {}, label = "Annuler" }: Props) => (
  <Form method="post" action={url} preventScrollReset>
    {Object.entries({ id, [UNDO_FIELD]: "1", ...fields }).map(([field, value]) => (
      <input key={field} type="hidden" name={field} value={value} />
    ))}
    <SubmitButton className="strong-link" intention={intention} label={label} about={name} />
  </Form>
);
