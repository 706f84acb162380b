import { useNavigation } from "react-router";
import type { Erreurs } from "#domain/champs.ts";
import { ConfirmPassword } from "./confirm-password.tsx";
import { Formulaire } from "./formulaire.tsx";

/** What is done to an account once the password is there. */
export type PendingAction = {
  readonly intention: string;
  readonly id: string;
  readonly erreurs: Erreurs;
};

type Props = {
  pending: PendingAction;
  /** Address of the account of the person who does it. */
  email: string;
  /** What the button says. */
  verb: string;
};

/** Asks for the password, and sends what was asked for once more along with it. */
export function ConfirmAccountAction({ pending: { intention, id, erreurs }, email, verb }: Props) {
  const busy = useNavigation().state !== "idle";
  return (
    <Formulaire className="confirm-action" action="/comptes" erreurs={erreurs}>
      <input type="hidden" name="intention" value={intention} />
      <input type="hidden" name="id" value={id} />
      <ConfirmPassword email={email}>Rien n’a encore changé.</ConfirmPassword>
      <button className="btn btn--brique" type="submit" disabled={busy}>
        {verb}
      </button>
    </Formulaire>
  );
}
