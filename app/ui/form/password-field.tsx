import { type ComponentPropsWithoutRef, useState } from "react";
import { FailureNotice } from "#app/ui/form/error-notice.tsx";
import { FieldFrame, useFieldAttributes } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

type Props = { name: string; label: string; hint?: string; describedBy?: string | undefined } & Omit<
  ComponentPropsWithoutRef<"input">,
  "id" | "name" | "type"
>;

/** A button shows the password, so that no form needs a second field to repeat the password. */
export function PasswordField({ name, label, hint, describedBy, autoFocus, ...input }: Props) {
  const wiring = useFieldAttributes({ name, hint, describedBy });
  const hydrated = useHydrated();
  const [visible, setVisible] = useState(false);
  return (
    <FieldFrame wiring={wiring} label={label} hint={hint}>
      <div className="field__secret">
        <input
          type={visible ? "text" : "password"}
          autoCapitalize="none"
          spellCheck={false}
          required
          {...input}
          {...wiring.attributes}
          // biome-ignore lint/a11y/noAutofocus: after an error, the focus is on the field to type again
          autoFocus={autoFocus || wiring.attributes.autoFocus}
        />
        {hydrated && (
          <button type="button" aria-controls={name} onClick={() => setVisible(!visible)}>
            {visible ? "Masquer" : "Afficher"}
            <span className="sr-only"> ce que dit le champ «&nbsp;{label}&nbsp;»</span>
          </button>
        )}
      </div>
    </FieldFrame>
  );
}

/** `wait`: when to retry, in French, such as "dans 12 minutes". `otherwise`: what the user can do without waiting. */
export const TooManyAttemptsNotice = ({ wait, otherwise = "" }: { wait: string; otherwise?: string }) => (
  <FailureNotice
    title="Trop d’essais."
    text={`Par sécurité, le site fait une pause. Réessayez ${wait}. ${otherwise}`.trim()}
  />
);
