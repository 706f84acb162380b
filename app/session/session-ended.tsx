import { useEffect, useEffectEvent } from "react";
import { useFetcher } from "react-router";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import { FieldErrorsContext } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { REMAIN_SIGNED_IN, type SignInAnswer } from "./sign-in-answer.ts";
import { SignInFields } from "./sign-in-fields.tsx";

const ID = "session";

/** Takes the dialog away before its page goes on. */
function close() {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement) dialog.close();
}

type Props = {
  /** The answer that nobody is signed in any more, a new object each time; null: somebody is. */
  ended: object | null;
  /** Sends the form again. */
  sendAgain: () => void;
};

/**
 * Asks a person whose session has ended under a form to sign in, beside what was typed. With script the form stays as
 * it is, its chosen picture too, and leaves as soon as the password was right; without it, another tab signs in.
 */
export function SessionEnded({ ended, sendAgain }: Props) {
  const script = useHydrated();
  const fetcher = useFetcher<SignInAnswer>();
  const answer = fetcher.data ?? {};
  const goOn = useEffectEvent(() => {
    close();
    sendAgain();
  });
  useEffect(() => {
    if (fetcher.data?.signedIn) goOn();
  }, [fetcher.data]);
  const busy = fetcher.state !== "idle";
  return (
    <Dialog id={ID} title="Votre session a expiré" image={{ src: anchored, width: 260, height: 210 }} openFor={ended}>
      <p>
        {script
          ? "Rien n’est perdu\u00a0: connectez-vous, et vos champs partent avec ce que vous y avez mis."
          : "Vos textes sont restés dans les champs. Connectez-vous dans un autre onglet, revenez ici, fermez ce message et enregistrez encore une fois. Une photo est à choisir de nouveau."}
      </p>
      <FieldErrorsContext value={answer.errors ?? {}}>
        <fetcher.Form className="form sign-in-again" method="post" action="/login" target="_blank">
          {script && <input type="hidden" name={REMAIN_SIGNED_IN} value="1" />}
          <SignInFields answer={answer} busy={busy} />
          <button className="btn btn--brique" type="submit" disabled={busy}>
            {script ? "Se connecter et enregistrer" : "Se connecter"}
          </button>
        </fetcher.Form>
      </FieldErrorsContext>
      <CloseButton ink="neige" />
    </Dialog>
  );
}
