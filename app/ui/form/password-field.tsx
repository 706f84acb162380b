import { type ComponentPropsWithoutRef, useState } from "react";
import { FieldFrame, useFieldWiring } from "./field.tsx";
import { useHydrated } from "./use-hydrated.ts";

type Props = { name: string; label: string; hint?: string; describedBy?: string | undefined } & Omit<
  ComponentPropsWithoutRef<"input">,
  "id" | "name" | "type"
>;

/** A labelled password, typed once: where script runs, it can be shown and read again. */
export function PasswordField({ name, label, hint, describedBy, autoFocus, ...input }: Props) {
  const wiring = useFieldWiring({ name, hint, describedBy });
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
          // biome-ignore lint/a11y/noAutofocus: the page that comes back with a refusal opens on what to type again
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
