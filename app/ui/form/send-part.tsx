/** The foot of a visitor's form: the button, why what it sent did not get there, and what becomes of it. */
import { Link } from "react-router";
import { ErrorNotice } from "./error-notice.tsx";
import { FailureNotice } from "./failure-notice.tsx";
import type { FormAnswer } from "./form-answer.ts";

type Props = {
  answer: Pick<FormAnswer, "wait" | "failed">;
  busy: boolean;
  /** What is said when it did not get there. */
  lost: { title: string; text: string };
  /** What the button says. */
  children: string;
};

export const SendPart = ({ answer: { wait, failed }, busy, lost, children }: Props) => (
  <>
    {wait && !busy && (
      <FailureNotice
        title="Trop d’envois depuis cette connexion."
        text={`Réessayez ${wait}\u00a0: tout ce que vous avez écrit est resté dans les champs.`}
      />
    )}
    {failed && !busy && <ErrorNotice {...lost} />}
    <div className="full">
      <button className="btn btn--brique btn--large" type="submit" disabled={busy}>
        {children}
      </button>
    </div>
    <p className="field__hint full">
      Ce que nous faisons de ces données&nbsp;: <Link to="/confidentialite">protection des données</Link>.
    </p>
  </>
);
