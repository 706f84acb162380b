import { Link } from "react-router";
import { Screen } from "#app/layout/screen.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import { SubmitButton } from "#app/ui/form/submit-button.tsx";
import { STILL_SENT_SENTENCE } from "#domain/mailings/delivery-words.ts";
import { optInUrl, optOutUrl } from "#domain/mailings/reader-urls.ts";

/** `since`: when the member opted out, in French; null if the member gets infos. */
type Props = { state: { readonly since: string | null } | null; result: FormResult; token: string };

/** @param props.state null if the link opens nothing */
export function OptOutScreen({ state, result, token }: Props) {
  return (
    <Screen
      style="azur"
      title="Informations de la Jeunesse"
      className="opt-out"
      failed={result.failed && "Rien n’a été changé."}
    >
      {!state && (
        <p>
          Ce lien ne marche pas, ou ne marche plus. <Link to="/contact">Écrire au comité</Link>.
        </p>
      )}
      {state && (state.since ? <OptedOut since={state.since} token={token} /> : <OptOutForm token={token} />)}
    </Screen>
  );
}

const OptOutForm = ({ token }: { token: string }) => (
  <>
    <form method="post" action={optOutUrl(token)} data-one-tap>
      <SubmitButton label="Ne plus recevoir les informations" />
    </form>
    <p>{STILL_SENT_SENTENCE}</p>
  </>
);

const OptedOut = ({ since, token }: { since: string; token: string }) => (
  <>
    <p role="status">
      <b>C’est noté&nbsp;: les informations n’arrivent plus depuis le {since}.</b>
    </p>
    <p>{STILL_SENT_SENTENCE}</p>
    <p>Plusieurs membres ont la même adresse&nbsp;? Chacun a son lien, dans son message.</p>
    <form method="post" action={optInUrl(token)} data-one-tap>
      <SubmitButton className="btn btn--small" label="Recevoir de nouveau" />
    </form>
  </>
);
