import { FaultNotice } from "#app/forms/fault-notice.tsx";
import type { HealthLine } from "#domain/site-health/sentences.ts";

type Props = {
  lines: readonly HealthLine[];
  /** When what takes longer was looked at, and whether it is being looked at. */
  checked: string;
  /** Id of the form that the button sends; it stands outside of the one around. */
  form: string;
  pending: boolean;
  failed: boolean;
};

const STATES = { ok: "En ordre", attention: "À surveiller", fault: "À corriger", unknown: "Inconnu" } as const;

const Line = ({ subject, title, state, text, remedy }: HealthLine) => (
  <li className={`health__line health__line--${state}`} id={`sante-${subject}`}>
    <b>
      {title}
      <span className="sr-only">, {STATES[state]}</span>
    </b>
    <p>
      {remedy ? <strong>{text}</strong> : text} {remedy}
    </p>
  </li>
);

/** How the site is, a line per subject, and the button that has everything looked at anew. */
export function SiteHealth({ lines, checked, form, pending, failed }: Props) {
  return (
    <>
      <ul role="list" className="health full">
        {lines.map((line) => (
          <Line key={line.subject} {...line} />
        ))}
      </ul>
      <div className="health__check full">
        <button className="btn btn--small btn--azur" type="submit" form={form} disabled={pending}>
          {pending ? "Vérification en cours..." : "Vérifier maintenant"}
        </button>
        <p role="status">{!pending && checked}</p>
        {failed && !pending && (
          <FaultNotice
            title="La vérification n’a pas eu lieu."
            text="Le site a eu une panne. Réessayez dans un instant."
          />
        )}
      </div>
    </>
  );
}
