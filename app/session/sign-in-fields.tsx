import { useEffect, useId } from "react";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import { Field } from "#app/ui/form/field.tsx";
import { PasswordField, TooManyAttemptsNotice } from "#app/ui/form/password-field.tsx";
import type { SignInResult } from "./sign-in-result.ts";

const PASSWORD = "password";

const REFUSALS = {
  wrong: {
    title: "La connexion est refusée.",
    text: "L’adresse et le mot de passe ne vont pas ensemble. Vérifiez les deux, puis réessayez.",
  },
  away: {
    title: "La connexion n’a pas abouti.",
    text: "Le site n’a pas pu vérifier votre mot de passe. Réessayez dans un instant.",
  },
} as const;

type Props = {
  result: SignInResult;
  busy: boolean;
};

export function SignInFields({ result, busy }: Props) {
  const { typed, refusal, wait, failed } = result;
  const refusalId = useId();
  // After a refusal, the password field is empty: focus the field.
  useEffect(() => {
    if (result.refusal) document.getElementById(PASSWORD)?.focus();
  }, [result]);
  return (
    <>
      <Field
        name="username"
        label="E-mail"
        type="email"
        inputMode="email"
        autoComplete="username webauthn"
        required
        defaultValue={typed?.username}
      />
      <PasswordField
        name={PASSWORD}
        label="Mot de passe"
        autoComplete="current-password"
        describedBy={refusal && refusalId}
        autoFocus={refusal !== undefined}
      />
      {refusal && !busy && (
        <div id={refusalId}>
          <FailureNotice {...REFUSALS[refusal]} />
        </div>
      )}
      {wait && !busy && (
        <TooManyAttemptsNotice wait={wait} otherwise="Un lien d’une autre personne du comité marche tout de suite." />
      )}
      {failed && !busy && (
        <ErrorNotice title="La connexion n’a pas abouti." text="Vérifiez votre réseau et réessayez." />
      )}
    </>
  );
}
