import { useEffect, useEffectEvent, useRef, useState } from "react";
import { useFetcher } from "react-router";
import { CloseButton, Dialog } from "#app/ui/dialog.tsx";
import anchored from "#app/ui/drawings/etoile-accrochee.svg";
import { FieldErrorsContext } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";
import { signalAcceptedPasskeys } from "./passkey-signals.tsx";
import { SignInFields } from "./sign-in-fields.tsx";
import { type SignInResult, STAY_ON_PAGE_FIELD } from "./sign-in-result.ts";
import { COOKIE_NEEDED_SENTENCE, SIGNED_OUT_SENTENCE } from "./signed-out.ts";

const ID = "session";

type LoadedButton = { readonly PasskeyButton: typeof import("./passkey-button.tsx").PasskeyButton | null };

/** @returns null until the button is loaded. `PasskeyButton` is null if it cannot be loaded: the password remains. */
function usePasskeyButton(isNeeded: boolean): LoadedButton | null {
  const [loaded, setLoaded] = useState<LoadedButton | null>(null);
  useEffect(() => {
    if (isNeeded)
      import("./passkey-button.tsx").then(
        ({ PasskeyButton }) => setLoaded({ PasskeyButton }),
        () => setLoaded({ PasskeyButton: null }),
      );
  }, [isNeeded]);
  return loaded;
}

function closeDialog() {
  const dialog = document.getElementById(ID);
  if (dialog instanceof HTMLDialogElement) dialog.close();
}

type Props = {
  /** Action data if the session has ended. The dialog opens for each new object. Null to show no dialog. */
  ended: object | null;
  resubmit: () => void;
};

/** Resubmits the form after the sign-in. Without script, the user signs in in another tab. */
export function SessionEndedNotice({ ended, resubmit }: Props) {
  const hydrated = useHydrated();
  const fetcher = useFetcher<SignInResult>({ key: ID });
  const result = fetcher.data ?? {};
  const isResumed = useRef(false);
  const [isCookieMissing, setCookieMissing] = useState(false);
  // If the next response after the sign-in still reports no session, the browser refuses the cookie.
  useEffect(() => {
    setCookieMissing(isResumed.current && ended !== null);
    isResumed.current = false;
  }, [ended]);
  const resume = useEffectEvent(() => {
    // The fetcher keeps its response, so this effect may run after a later save. Do not send the form again in that case.
    if (!ended) return;
    closeDialog();
    isResumed.current = true;
    resubmit();
  });
  useEffect(() => {
    if (!fetcher.data?.signedIn) return;
    if (fetcher.data.accepted) signalAcceptedPasskeys(fetcher.data.accepted);
    resume();
  }, [fetcher.data]);
  const busy = fetcher.state !== "idle";
  const loaded = usePasskeyButton(ended !== null);
  const PasskeyButton = loaded?.PasskeyButton;
  return (
    <Dialog
      id={ID}
      title={SIGNED_OUT_SENTENCE}
      image={{ src: anchored, width: 260, height: 210 }}
      long
      // With the passkey button in it: if the button came later, the others would move under the finger.
      openFor={import.meta.env.SSR || loaded ? ended : null}
    >
      <p>
        {hydrated
          ? "Rien n’est perdu\u00a0: connectez-vous, et vos champs partent avec ce que vous y avez mis."
          : "Vos textes sont restés dans les champs. Connectez-vous dans un autre onglet, revenez ici, fermez ce message et enregistrez encore une fois. Une photo est à choisir de nouveau."}
      </p>
      {isCookieMissing && <p role="alert">{COOKIE_NEEDED_SENTENCE}</p>}
      {ended && hydrated && PasskeyButton && (
        <PasskeyButton
          purpose="sign-in"
          className="btn btn--neige"
          action="/login"
          fields={{ [STAY_ON_PAGE_FIELD]: "1" }}
          fetcherKey={ID}
          or="Ou avec votre mot de passe&nbsp;:"
        >
          Face ID, empreinte ou clé
        </PasskeyButton>
      )}
      <FieldErrorsContext value={result.errors ?? {}}>
        <fetcher.Form className="form sign-in-again" method="post" action="/login" target="_blank">
          {hydrated && <input type="hidden" name={STAY_ON_PAGE_FIELD} value="1" />}
          <SignInFields result={result} busy={busy} />
          <button className="btn btn--brique" type="submit" disabled={busy}>
            {hydrated ? "Se connecter et enregistrer" : "Se connecter"}
          </button>
        </fetcher.Form>
      </FieldErrorsContext>
      <CloseButton ink="neige" />
    </Dialog>
  );
}
