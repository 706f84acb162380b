import type { ReactNode } from "react";
import { ErrorNotice } from "#app/ui/form/error-notice.tsx";
import { doesFindingRequireAction, FINDING_STATE_LABELS, type HealthFinding } from "#domain/site-health/findings.ts";
import { TestMailSignedOut } from "./test-mail.tsx";

/** `id` of the form that the button submits. The button is inside another form, and HTML forbids nested forms. */
type Button = { id: string; pending: boolean; failed: boolean; sessionEnded: boolean };

/** `remedy`: what the committee can do. */
type Line = Omit<HealthFinding, "advice">;

type Props = {
  findings: readonly Line[];
  /** French sentence that says when the checks last ran, or that they are running. */
  checked: string;
  check: Button;
  /** Button that confirms the clock. Null if no jump of the clock has paused publishing and purging. */
  clock: Button | null;
};

const Send = ({ id, pending, children }: Button & { children: ReactNode }) => (
  <button className="btn btn--small btn--azur" type="submit" form={id} disabled={pending}>
    {children}
  </button>
);

function Failure({ pending, failed, sessionEnded, title }: Button & { title: string }) {
  if (pending) return null;
  if (sessionEnded) return <TestMailSignedOut />;
  return failed && <ErrorNotice title={title} text="Le site a eu une panne. Réessayez dans un instant." />;
}

/** Findings that are always visible. All other findings are collapsed until a person must act. */
const OF_COMMITTEE: readonly HealthFinding["subject"][] = ["backup", "restore", "mail", "outbox"];

function Lines({ findings, clock }: Pick<Props, "findings" | "clock">) {
  return (
    <ul role="list" className="health full">
      {findings.map(({ subject, title, state, text, remedy, dnsLine }) => (
        <li key={subject} className={`health__line health__line--${state}`} id={`sante-${subject}`}>
          <b>
            {title}
            <span className="sr-only">, {FINDING_STATE_LABELS[state]}</span>
          </b>
          <p>
            {remedy ? <strong>{text}</strong> : text} {remedy}
          </p>
          {dnsLine && <code>{dnsLine}</code>}
          {clock && subject === "clock" && (
            <div className="health__confirm">
              <Send {...clock}>La date est juste, continuer</Send>
              <Failure {...clock} title="Rien n’a changé." />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

export function HealthFindingsList({ findings, checked, check, clock }: Props) {
  const isForCommittee = (finding: Line) => doesFindingRequireAction(finding) || OF_COMMITTEE.includes(finding.subject);
  return (
    <>
      <Lines findings={findings.filter(isForCommittee)} clock={clock} />
      <details className="more full">
        <summary>
          <b>Technique</b>
        </summary>
        <Lines findings={findings.filter((finding) => !isForCommittee(finding))} clock={null} />
      </details>
      <div className="health__check full">
        <Send {...check}>{check.pending ? "Vérification en cours..." : "Vérifier maintenant"}</Send>
        <p role="status">{!check.pending && checked}</p>
        <Failure {...check} title="La vérification n’a pas eu lieu." />
      </div>
    </>
  );
}
