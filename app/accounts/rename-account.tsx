import { useEffect, useId, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { ConfirmPassword, isPasswordAsked } from "#app/session/confirm-password.tsx";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { Field, FieldErrorsContext } from "#app/ui/form/field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import type { FieldErrors } from "#domain/fields.ts";

export type RefusedAccountName = { readonly id: string; readonly errors: FieldErrors; readonly name: string };

type Props = {
  /** Id of the account or passkey. */
  id: string;
  intention: "rename" | "rename-passkey";
  field: { readonly name: string; readonly label: string; readonly value: string };
  verb: string;
  /** Email address of the account or name of the passkey, for screen readers. */
  of: string;
  refused: RefusedAccountName | null;
};

export function RenameForm({ id, intention, field, verb, of, refused }: Props) {
  const busy = useNavigation().state !== "idle";
  const fieldId = useId();
  const details = useRef<HTMLDetailsElement>(null);
  // Close the form when the name is saved. If the name is refused, focus the invalid field.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each name
  useEffect(() => {
    if (!details.current) return;
    details.current.open = refused !== null;
    details.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [field.value, refused]);
  return (
    <details className="rename" open={refused !== null} ref={details}>
      <summary>
        <Pencil />
        {verb}
        <span className="sr-only"> {of}</span>
      </summary>
      <FieldErrorsContext value={refused?.errors ?? {}}>
        <Form className="rename__form" method="post" action="/comptes" noValidate preventScrollReset>
          <input type="hidden" name="intention" value={intention} />
          <input type="hidden" name="id" value={id} />
          <Field
            id={fieldId}
            name={field.name}
            label={field.label}
            defaultValue={refused?.name ?? field.value}
            autoComplete="off"
            required
          />
          {isPasswordAsked(refused?.errors) && <ConfirmPassword>Rien n’a encore changé.</ConfirmPassword>}
          <SubmitButton className="btn btn--small" disabled={busy} label="Enregistrer" />
        </Form>
      </FieldErrorsContext>
    </details>
  );
}
