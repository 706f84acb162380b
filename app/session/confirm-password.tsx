import { PasswordField } from "#app/ui/form/password-field.tsx";
import type { FieldErrors } from "#domain/fields.ts";

type Props = {
  /** Email address of the account, for password managers. */
  email: string;
  /** Reason for the confirmation. */
  children: string;
};

export function ConfirmPassword({ email, children }: Props) {
  return (
    <fieldset className="confirm full">
      <legend>Confirmez avec votre mot de passe</legend>
      <p>{children}</p>
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name={CONFIRMATION} label="Votre mot de passe" autoComplete="current-password" />
    </fieldset>
  );
}

/** Name of the password field of a confirmation. */
export const CONFIRMATION = "confirmation";

/** @returns whether an action asked for the password */
export const isPasswordAsked = (errors: FieldErrors | undefined): boolean =>
  errors !== undefined && Object.hasOwn(errors, CONFIRMATION);
