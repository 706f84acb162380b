import type { ReactNode } from "react";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { type Finding, STATE_LABELS } from "#domain/site-health/findings.ts";

type Props = {
  lines: readonly Finding[];
  /** When what takes longer was looked at, and whether it is being looked at. */
  checked: string;
  /** Id of the form that the button sends; it stands outside of the one around. */
  form: string;
  pending: boolean;
  failed: boolean;
  /** Whether a clock that has jumped holds publications and purges up. */
  clockHeld: boolean;
  /** Id of the form that says that the clock is right. */
  clockForm: string;
  confirming: boolean;
  confirmFailed: boolean;
};

const Line = ({ subject, title, state, text, remedy, children }: Finding & { children?: ReactNode }) => (
  <li className={`health__line health__line--${state}`} id={`sante-${subject}`}>
    <b>
      {title}
      <span className="sr-only">, {STATE_LABELS[state]}</span>
    </b>
    <p>
      {remedy ? <strong>{text}</strong> : text} {remedy}
    </p>
    {children}
  </li>
);

type ClockButtonProps = { form: string; pending: boolean; failed: boolean };

const ClockButton = ({ form, pending, failed }: ClockButtonProps) => (
  <div className="health__confirm">
    <button className="btn btn--small btn--azur" type="submit" form={form} disabled={pending}>
      La date est juste, continuer
    </button>
    {failed && !pending && (
      <ErrorNotice title="Rien n’a changé." text="Le site a eu une panne. Réessayez dans un instant." />
    )}
  </div>
);

/** How the site is, a line per subject, and the button that has everything looked at anew. */
export function SiteHealth({ lines, checked, form, pending, failed, clockHeld, ...clock }: Props) {
  return (
    <>
      <ul role="list" className="health full">
        {lines.map((line) => (
          <Line key={line.subject} {...line}>
            {clockHeld && line.subject === "clock" && (
              <ClockButton form={clock.clockForm} pending={clock.confirming} failed={clock.confirmFailed} />
            )}
          </Line>
        ))}
      </ul>
      <div className="health__check row full">
        <button className="btn btn--small btn--azur" type="submit" form={form} disabled={pending}>
          {pending ? "Vérification en cours..." : "Vérifier maintenant"}
        </button>
        <p role="status">{!pending && checked}</p>
        {failed && !pending && (
          <ErrorNotice
            title="La vérification n’a pas eu lieu."
            text="Le site a eu une panne. Réessayez dans un instant."
          />
        )}
      </div>
    </>
  );
}
