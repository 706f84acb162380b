import { useNavigation } from "react-router";
import { ConfirmPassword } from "#app/session/confirm-password.tsx";
import { CheckedForm } from "#app/ui/form/form.tsx";
import type { FieldErrors } from "#domain/fields.ts";

/** What is done to an account once the password is there. */
export type PendingAction = {
  readonly intention: string;
  readonly id: string;
  readonly errors: FieldErrors;
};

type Props = {
  pending: PendingAction;
  /** Address of the account of the person who does it. */
  email: string;
  /** What the button says. */
  verb: string;
};

/** Asks for the password, and sends what was asked for once more along with it. */
export function ConfirmAccountAction({ pending: { intention, id, errors }, email, verb }: Props) {
  const busy = useNavigation().state !== "idle";
  return (
    <CheckedForm className="confirm-action" action="/comptes" errors={errors}>
      <input type="hidden" name="intention" value={intention} />
      <input type="hidden" name="id" value={id} />
      <ConfirmPassword email={email}>Rien n’a encore changé.</ConfirmPassword>
      <button className="btn btn--brique" type="submit" disabled={busy}>
        {verb}
      </button>
    </CheckedForm>
  );
}
