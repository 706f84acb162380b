import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { Field } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

type Props = Omit<ComponentProps<typeof Field>, "type" | "onChange"> & {
  label: string;
  type: "date" | "time";
  filled: boolean;
  onChange: (event: { readonly currentTarget: HTMLInputElement }) => void;
};

/** A button that empties a date or time field, because many phones offer none. */
export function ClearableField({ filled, onChange, ...field }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  // The reset button of the iOS picker restores the attribute `value`, which React sets to the current value. Empty the
  // attribute, so that the button empties the field.
  useLayoutEffect(() => {
    const input = ref.current;
    if (!input) return;
    const { value } = input;
    input.defaultValue = "";
    if (input.value !== value) input.value = value;
  });

  function clear() {
    const input = ref.current;
    if (!input) return;
    input.value = "";
    onChange({ currentTarget: input });
    // The form saves typed values at each `input` event, which setting `value` does not fire.
    input.dispatchEvent(new Event("input", { bubbles: true }));
    input.focus();
  }

  return (
    <div className="clearable">
      <Field {...field} ref={ref} onChange={onChange} />
      {useHydrated() && filled && (
        <button type="button" className="link-button" onClick={clear}>
          Effacer<span className="sr-only"> «&nbsp;{field.label}&nbsp;»</span>
        </button>
      )}
    </div>
  );
}
