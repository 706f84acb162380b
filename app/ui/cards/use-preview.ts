import { useEffect, useEffectEvent, useState } from "react";
import { fieldOnPage } from "./form-field.ts";

/** Tracks the current field values of a form, for its preview. */
export function usePreview<T extends Record<string, string>>(initial: T) {
  const [values, setValues] = useState(initial);
  // Read the fields after hydration, because the user may already have typed.
  const reread = useEffectEvent(() => {
    const typedValues = Object.keys(initial).flatMap((key) => {
      const field = fieldOnPage(key);
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
  /** @returns the props that connect a text field or a `select` with the preview */
  const follow = (key: keyof T) => ({ defaultValue: initial[key], onChange: onChange(key) });
  /** @returns the props that connect a radio button with the preview */
  const followChoice = (key: keyof T, value: string) => ({
    value,
    defaultChecked: initial[key] === value,
    onChange: onChange(key),
  });
  /** Sets the value of a field by script. */
  const fill = (key: keyof T & string, value: string) => {
    const field = fieldOnPage(key);
    if (field instanceof HTMLElement) {
      field.value = value;
      // Setting a value by script fires no event: fire one, because the draft is saved on input events.
      field.dispatchEvent(new Event("input", { bubbles: true }));
    }
    setField(key, value);
  };
  return { initial, values, follow, followChoice, fill };
}
