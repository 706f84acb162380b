import { useEffect, useEffectEvent, useState } from "react";
import { formFieldOnPage } from "#app/ui/form/form-field.ts";

export function useFormPreview<T extends Record<string, string>>(initial: T) {
  const [values, setValues] = useState(initial);
  // Read the fields after hydration: the user may already have typed.
  const reread = useEffectEvent(() => {
    const typedValues = Object.keys(initial).flatMap((key) => {
      const field = formFieldOnPage(key);
      return field ? [[key, field.value]] : [];
    });
    setValues((current) => ({ ...current, ...Object.fromEntries(typedValues) }));
  });
  useEffect(() => reread(), []);
  const setField = (key: keyof T, value: string) => setValues((current) => ({ ...current, [key]: value }));
  const onChange =
    (key: keyof T) =>
    ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setField(key, value);
  const follow = (key: keyof T) => ({ defaultValue: initial[key], onChange: onChange(key) });
  const followChoice = (key: keyof T, value: string) => ({
    value,
    defaultChecked: initial[key] === value,
    onChange: onChange(key),
  });
  const fill = (key: keyof T & string, value: string) => {
    const field = formFieldOnPage(key);
    if (field instanceof HTMLElement) {
      field.value = value;
      // The form saves typed values at each `input` event, which setting `value` does not fire.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setField(key, value);
  };
  return { initial, values, follow, followChoice, fill };
}
