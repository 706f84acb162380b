import { ActionButton } from "./action-button.tsx";
import type { ConsentView } from "./consent-view.server.ts";

type Props = {
  consent: ConsentView;
  /** URL of the page that the form is sent to. */
  action: string;
  /** Id of the sign-up or member. */
  id: string;
  name: string;
};

/**
 * Records that the consent form was received. The inbox and the member's page use the same switch, and both set the
 * same field. Another button switches it off, so that a second tap at the same point changes nothing.
 */
export function ConsentSwitch({ consent: { words, received, form }, action, id, name }: Props) {
  if (words === null) return null;
  return (
    <div className="consent">
      <ActionButton action={action} id={id} intention="consent-received" className="switch" aria-pressed={received}>
        <i aria-hidden="true" />
        <span>
          Autorisation parentale {words}
          <span className="sr-only"> pour {name}</span>
        </span>
      </ActionButton>
      {/* The button keeps its space while it is hidden, so that nothing below moves under the finger. */}
      <div className="consent__back" inert={!received}>
        <ActionButton action={action} id={id} intention="consent-missing" className="link-button">
          Noter comme manquante<span className="sr-only"> pour {name}</span>
        </ActionButton>
      </div>
      {form && (
        <a className="strong-link" href={form}>
          Autorisation parentale (PDF)<span className="sr-only"> pour {name}</span>
        </a>
      )}
    </div>
  );
}
