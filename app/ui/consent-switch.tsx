import type { ConsentView } from "./consent-view.server.ts";
import { StateSwitch } from "./state-switch.tsx";

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
 * same field.
 */
export function ConsentSwitch({ consent: { words, received, form }, action, id, name }: Props) {
  if (words === null) return null;
  return (
    <StateSwitch
      isOn={received}
      label={`Autorisation parentale ${words}`}
      offLabel="Noter comme manquante"
      on="consent-received"
      off="consent-missing"
      action={action}
      id={id}
      name={name}
    >
      {form && (
        <a className="strong-link" href={form}>
          Autorisation parentale (PDF)<span className="sr-only"> pour {name}</span>
        </a>
      )}
    </StateSwitch>
  );
}
