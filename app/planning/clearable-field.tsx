import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { Field } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

type Props = Omit<ComponentProps<typeof Field>, "type" | "onChange"> & {
  label: string;
  type: "date" | "time";
  /** It holds something now. */
  filled: boolean;
  onChange: (event: { readonly currentTarget: HTMLInputElement }) => void;
};

/** A field for a day or an hour, which many phones fill in but do not empty: with script, a button does. */
export function ClearableField({ filled, onChange, ...field }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  // An iPhone's own button brings back what the attribute holds, and React writes the attribute at each render.
  useLayoutEffect(() => {
    const input = ref.current;
    if (!input) return;
    const { value } = input;
    input.defaultValue = "";
    if (input.value !== value) input.value = value;
  });

  function empty() {
    const input = ref.current;
    if (!input) return;
    input.value = "";
    onChange({ currentTarget: input });
    // What listens to the form hears of it as of anything typed.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  return (
    <div className="clearable">
      <Field {...field} ref={ref} onChange={onChange} />
      {useHydrated() && filled && (
        <button type="button" className="link-button" onClick={empty}>
          Effacer<span className="sr-only"> «&nbsp;{field.label}&nbsp;»</span>
        </button>
      )}
    </div>
  );
}
