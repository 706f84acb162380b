import { useEffect, useId, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { ConfirmPassword } from "#app/session/confirm-password.tsx";
import { isPasswordAsked } from "#app/session/confirmed-password.ts";
import Pencil from "#app/ui/drawings/sign-pencil.svg?drawing";
import { FieldError, FieldErrorsContext, useFieldWiring } from "#app/ui/form/field.tsx";
import type { FieldErrors } from "#domain/fields.ts";

/** A first name that was sent for an account, and refused, or that waits for the password. */
export type RefusedName = { readonly id: string; readonly errors: FieldErrors; readonly firstName: string };

/** The field of one account: a page has one for each, so that its id is not its name. */
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
  /** Address of the account of the person who looks at the page. */
  mine: string;
};

/** Says what the owner of an account is called, or changes it: folded away until somebody wants to. */
export function RenameAccount({ account: { id, email, firstName }, refused, mine }: Props) {
  const busy = useNavigation().state !== "idle";
  const fold = useRef<HTMLDetailsElement>(null);
  // Once it is saved, the page is there again with the new name.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once for each name
  useEffect(() => {
    if (!fold.current) return;
    fold.current.open = refused !== null;
    fold.current.querySelector<HTMLElement>("[aria-invalid]")?.focus();
  }, [firstName, refused]);
  return (
    <details className="rename" open={refused !== null} ref={fold}>
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
          {isPasswordAsked(refused?.errors) && <ConfirmPassword email={mine}>Rien n’a encore changé.</ConfirmPassword>}
          <button className="btn btn--small" type="submit" disabled={busy}>
            Enregistrer
          </button>
        </Form>
      </FieldErrorsContext>
    </details>
  );
}
