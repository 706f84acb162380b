import { ErrorNotice, FailureNotice } from "#app/ui/form/error-notice.tsx";
import type { TestMailResult } from "#usecases/inbox/send-test-mail.ts";

export type TestMailOutcome = TestMailResult | "error";

type Props = {
  /** Id of the form that the button submits. The form is outside the settings form. */
  form: string;
  pending: boolean;
  result: TestMailOutcome | undefined;
};

export function TestMail({ form, pending, result }: Props) {
  return (
    <div className="test-mail full">
      <p>L’essai part tout de suite, aux adresses enregistrées.</p>
      <button className="btn btn--small btn--azur" type="submit" form={form} disabled={pending}>
        {pending ? "Envoi en cours..." : "Envoyer un courrier d’essai"}
      </button>
      <div id={`${form}-resultat`} role="status">
        {!pending && result && <Outcome result={result} />}
      </div>
    </div>
  );
}

function Outcome({ result }: { result: TestMailOutcome }) {
  if (result === "error")
    return <ErrorNotice title="L’essai n’a pas eu lieu." text="Le site a eu une panne. Réessayez dans un instant." />;
  const { outcome, delivery, recipients } = result;
  if (outcome.outcome !== "sent")
    return <FailureNotice title="Le courrier d’essai n’est pas parti." text={outcome.reason} />;
  if (delivery === "file")
    return (
      <p className="test-mail__outcome test-mail__outcome--kept">
        <b>Le courrier d’essai est resté ici.</b> Le site n’a pas encore de messagerie&nbsp;: il garde le courrier dans
        un fichier, et personne ne le reçoit.
      </p>
    );
  if (delivery === "templates")
    return (
      <p className="test-mail__outcome">
        <b>Le courrier d’essai est parti.</b> EmailJS l’a accepté, pour les adresses inscrites dans ses modèles. S’il
        n’arrive pas, regardez là-bas, puis dans les indésirables.
      </p>
    );
  const toWhom = recipients.length > 0 ? recipients.join(", ") : "les adresses prévues à l’installation";
  return (
    <p className="test-mail__outcome">
      <b>Le courrier d’essai est parti.</b> Le serveur de messagerie l’a accepté pour {toWhom}. S’il n’arrive pas,
      regardez dans les indésirables.
    </p>
  );
}

/** Ids of the forms on /reglages that change no setting. The form field `what` has the same value. */
export const TEST_MAIL = "test";
export const CHECK_NOW = "check";
export const CONFIRM_CLOCK = "clock";
