import type { FetcherWithComponents } from "react-router";
import { SIGNED_OUT_SENTENCE } from "#app/session/signed-out.ts";
import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import type { FormResult } from "#app/ui/form/form-result.ts";
import type { RecipientState } from "#domain/mail/addresses.ts";
import type { TestMailResult } from "#usecases/mail/send-test-mail.ts";

export type TestMailOutcome = TestMailResult | "error";

type TestMailFormResult = FormResult<{ readonly testMail?: TestMailOutcome }>;

type Props = {
  /** Submits the form `TEST_MAIL_FORM`, which is outside the settings form. */
  fetcher: FetcherWithComponents<TestMailFormResult>;
  /** The page's action data: without JavaScript, it contains the result of the test mail. */
  result?: TestMailFormResult;
  /** French sentence that says whom to ask if mail cannot be sent. */
  askAboutMail: string;
};

export function TestMail({ fetcher: { state, data }, result, askAboutMail }: Props) {
  const pending = state !== "idle";
  const { failed, sessionEnded } = data ?? {};
  const testMail = failed ? "error" : (data ?? result)?.testMail;
  return (
    <div className="test-mail full">
      <p>L’essai part tout de suite, aux adresses enregistrées.</p>
      <button className="btn btn--small btn--azur" type="submit" form={TEST_MAIL_FORM} disabled={pending}>
        {pending ? "Envoi en cours..." : "Envoyer un courrier d’essai"}
      </button>
      <div id={`${TEST_MAIL_FORM}-resultat`} role="status">
        {!pending && sessionEnded && <TestMailSignedOut />}
        {!pending && testMail && <Outcome result={testMail} askAboutMail={askAboutMail} />}
      </div>
    </div>
  );
}

export const TestMailSignedOut = () => (
  <FailureNotice title={SIGNED_OUT_SENTENCE} text="Connectez-vous dans un autre onglet, puis réessayez ici." />
);

function Outcome({ result, askAboutMail }: { result: TestMailOutcome; askAboutMail: string }) {
  if (result === "error")
    return <ErrorNotice title="L’essai n’a pas eu lieu." text="Le site a eu une panne. Réessayez dans un instant." />;
  const { outcome, delivery } = result;
  const { addresses } = outcome;
  if (outcome.outcome !== "sent")
    return addresses ? (
      <PartialFailure addresses={addresses} />
    ) : (
      <FailureNotice
        title="Le courrier d’essai n’est pas parti."
        text={outcome.outcome === "held" ? `${outcome.reason} ${askAboutMail}` : outcome.reason}
      />
    );
  if (delivery === "file")
    return (
      <p className="test-mail__outcome test-mail__outcome--kept">
        <b>Le courrier d’essai est resté ici.</b> Le site n’a pas encore de messagerie&nbsp;: personne ne le reçoit.{" "}
        {askAboutMail}
      </p>
    );
  if (delivery === "templates")
    return (
      <p className="test-mail__outcome">
        <b>Le courrier d’essai est parti.</b> EmailJS l’a accepté, pour les adresses inscrites dans ses modèles. Il ne
        dit pas au site si l’une d’elles le refuse&nbsp;: s’il n’arrive pas, regardez là-bas, puis dans les
        indésirables.
      </p>
    );
  return (
    <div className="test-mail__outcome">
      <p>
        <b>Le courrier d’essai est parti.</b> S’il n’arrive pas, regardez dans les indésirables.
      </p>
      <Recipients addresses={addresses ?? []} />
    </div>
  );
}

type AddressesProps = { addresses: readonly RecipientState[] };

const PartialFailure = ({ addresses }: AddressesProps) => (
  <>
    <FailureNotice
      title={
        addresses.some(({ state }) => state === "sent")
          ? "Le courrier d’essai n’est parti qu’en partie."
          : "Le courrier d’essai n’est pas parti."
      }
      text={
        addresses.some(({ state }) => state === "refused")
          ? "Corrigez ou retirez les adresses refusées, puis refaites l’essai."
          : "Les vrais courriers repartent tout seuls vers ces adresses. Refaites l’essai plus tard."
      }
    />
    <Recipients addresses={addresses} />
  </>
);

const Recipients = ({ addresses }: AddressesProps) => (
  <ul role="list" className="test-mail__recipients">
    {addresses.map((one) => (
      <li key={one.address}>
        <b>
          <bdi>{one.address}</bdi>
        </b>
        &nbsp;: {one.state === "sent" ? "accepté par le serveur de messagerie." : one.reason}
      </li>
    ))}
  </ul>
);

type FormProps = { fetcher: Pick<FetcherWithComponents<unknown>, "Form">; what: string; fragment: string };

/** Outside the settings form, because forms cannot be nested. A button in the settings form submits `FetcherForm`. */
export const FetcherForm = ({ fetcher, what, fragment }: FormProps) => (
  <fetcher.Form id={what} method="post" action={`/reglages#${fragment}`}>
    <input type="hidden" name="what" value={what} />
  </fetcher.Form>
);

/** Ids of the forms on /reglages that change no setting. The form field `what` has the same value. */
export const TEST_MAIL_FORM = "test";
export const CHECK_NOW_FORM = "check";
export const CONFIRM_CLOCK_FORM = "clock";
