import type { ReactNode } from "react";
import { ActionButton } from "./action-button.tsx";

type Props = {
  isOn: boolean;
  label: ReactNode;
  /** Label of the link that switches it off. */
  offLabel: string;
  /** Intentions that set the state. */
  on: string;
  off: string;
  /** URL of the page that the form is sent to. */
  action: string;
  /** Id of the sign-up or member. */
  id: string;
  name: string;
  children?: ReactNode;
};

/** Sets one state. Another button switches it off, so that a second tap at the same point changes nothing. */
export const StateSwitch = ({ isOn, label, offLabel, on, off, action, id, name, children }: Props) => (
  <div className="state-switch">
    <ActionButton action={action} id={id} intention={on} className="switch" aria-pressed={isOn}>
      <i aria-hidden="true" />
      <span>
        {label}
        <span className="sr-only"> pour {name}</span>
      </span>
    </ActionButton>
    <div className="keeps-space" inert={!isOn}>
      <ActionButton action={action} id={id} intention={off} className="link-button">
        {offLabel}
        <span className="sr-only"> pour {name}</span>
      </ActionButton>
    </div>
    {children}
  </div>
);
