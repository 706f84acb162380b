import { type ComponentProps, useLayoutEffect, useRef } from "react";
import { Field } from "#app/ui/form/field.tsx";
import { useHydrated } from "#app/ui/form/use-hydrated.ts";

type Props = Omit<ComponentProps<typeof Field>, "type" | "onChange"> & {
  label: string;
  type: "date" | "time";
  filled: boolean;
  onChange: (event: { readonly currentTarget: HTMLInputElement }) => void;
};

/** Many phones have no button to empty a date or time field. */
export function ClearableField({ filled, onChange, ...field }: Props) {
  const ref = useRef<HTMLInputElement>(null);
  // React copies the current value to the attribute `value`. The reset button of the iOS picker restores the attribute.
  // Keep the attribute empty, so that the button empties the field.
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
    // Setting `value` fires no `input` event. The draft needs the event.
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
