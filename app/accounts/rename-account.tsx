import { useEffect, useId, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { ConfirmPassword, isPasswordAsked } from "#app/session/confirm-password.tsx";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { FieldError, FieldErrorsContext, useFieldWiring } from "#app/ui/form/field.tsx";
import type { FieldErrors } from "#domain/fields.ts";

/** A submitted first name that was refused or still requires the password. */
export type RefusedName = { readonly id: string; readonly errors: FieldErrors; readonly firstName: string };

/** Like `Field`, with a generated id: the page has one such field per account. */
function NameField({ value }: { value: string }) {
  const { attributes, error } = useFieldWiring({ name: "firstName" });
  const id = useId();
  return (
    <div className={error ? "field field--error" : "field"}>
      <label htmlFor={id}>Prénom</label>
      <input
        type="text"
        autoComplete="off"
        required
        defaultValue={value}
        {...attributes}
        id={id}
        aria-describedby={error && `${id}-erreur`}
      />
      <FieldError id={`${id}-erreur`} text={error} />
    </div>
  );
}

type Props = {
  account: { readonly id: string; readonly email: string; readonly firstName: string };
  refused: RefusedName | null;
  /** Email address of the signed-in account. */
  myEmail: string;
};

/** Collapsed form that sets the first name of an account. */
export function RenameAccount({ account: { id, email, firstName }, refused, myEmail }: Props) {
  const busy = useNavigation().state !== "idle";
  const details = useRef<HTMLDetailsElement>(null);
  // Close the form once the new name is saved. After a refusal, open the form and focus the field with the error.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each name
  useEffect(() => {
    if (!details.current) return;
    details.current.open = refused !== null;
    details.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [firstName, refused]);
  return (
    <details className="rename" open={refused !== null} ref={details}>
      <summary>
        <Pencil />
        {firstName ? "Changer le prénom" : "Ajouter le prénom"}
        <span className="sr-only"> de {email}</span>
      </summary>
      <FieldErrorsContext value={refused?.errors ?? {}}>
        <Form className="rename__form" method="post" action="/comptes" noValidate preventScrollReset>
          <input type="hidden" name="intention" value="rename" />
          <input type="hidden" name="id" value={id} />
          <NameField value={refused?.firstName ?? firstName} />
          {isPasswordAsked(refused?.errors) && (
            <ConfirmPassword email={myEmail}>Rien n’a encore changé.</ConfirmPassword>
          )}
          <button className="btn btn--small" type="submit" disabled={busy}>
            Enregistrer
          </button>
        </Form>
      </FieldErrorsContext>
    </details>
  );
}
