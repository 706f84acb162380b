import { useContext, useRef } from "react";
import { useNavigation, useRouteLoaderData } from "react-router";
import { FieldErrorsContext } from "#app/ui/form/field.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import { PasswordField } from "#app/ui/form/password-field.tsx";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import type { FieldErrors } from "#domain/fields.ts";
import { PasskeyButton } from "./passkey-button.tsx";

type Root = { account: { email: string; passkey: boolean; password: boolean } | null };

export function ConfirmPassword({ children }: { children: string }) {
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const { account } = useRouteLoaderData("root") as Root;
  const hasPassword = account?.password !== false;
  const error = useContext(FieldErrorsContext)[CONFIRMATION_FIELD];
  return (
    <fieldset className="confirm full" ref={fieldset}>
      <legend>{hasPassword ? "Confirmez avec votre mot de passe" : "Confirmez avec votre clé d’accès"}</legend>
      <p>{children}</p>
      <input type="text" name="username" autoComplete="username" value={account?.email} readOnly hidden />
      {hasPassword && (
        <PasswordField name={CONFIRMATION_FIELD} label="Votre mot de passe" autoComplete="current-password" />
      )}
      {account?.passkey && (
        <PasskeyButton
          purpose="confirm"
          className="btn btn--small btn--neige"
          refused={hasPassword ? undefined : error}
          onResponse={(response) => fieldset.current && submitWith(fieldset.current, response)}
        >
          Confirmer avec une clé d’accès
        </PasskeyButton>
      )}
    </fieldset>
  );
}

export type ActionToConfirm = { readonly intention: string; readonly id: string; readonly errors: FieldErrors };

type ConfirmActionProps = { pending: ActionToConfirm; verb: string; action: string };

export function ConfirmAction({ pending, verb, action }: ConfirmActionProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <CheckedForm className="confirm-action" action={action} errors={pending.errors}>
      <input type="hidden" name="intention" value={pending.intention} />
      <input type="hidden" name="id" value={pending.id} />
      <ConfirmPassword>Rien n’a encore changé.</ConfirmPassword>
      <SubmitButton className="btn btn--brique" disabled={busy} label={verb} />
    </CheckedForm>
  );
}

/** Sends the form with the response of a passkey in place of the password, as if the user clicked the submit button. */
function submitWith(fieldset: HTMLFieldSetElement, response: string): void {
  const { form } = fieldset;
  const typed = fieldset.querySelector<HTMLInputElement>(`[name="${CONFIRMATION_FIELD}"]`);
  const field = Object.assign(document.createElement("input"), {
    type: "hidden",
    name: CONFIRMATION_FIELD,
    value: response,
  });
  const isAfter = (button: Element) => fieldset.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING;
  const button = [...(form?.elements ?? [])].find((one) => one.matches("button[type=submit]") && isAfter(one));
  if (typed) typed.disabled = true;
  fieldset.append(field);
  form?.requestSubmit(button as HTMLButtonElement | undefined);
  field.remove();
  if (typed) typed.disabled = false;
}

export const CONFIRMATION_FIELD = "confirmation";

export const isPasswordAsked = (errors: FieldErrors | undefined): boolean =>
  errors !== undefined && Object.hasOwn(errors, CONFIRMATION_FIELD);
